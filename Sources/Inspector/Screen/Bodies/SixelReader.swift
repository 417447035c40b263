import InspectorCanvas

/// Reads the sixels in what chafa writes: one control string of colours, repetitions and bands, and nothing else.
///
///     ESC P 0;1;0 q " 1;1;WIDTH;HEIGHT  # colour;2;r;g;b …  # colour  ! times ?…~  $ (again)  - (next band)  ESC \
///
/// It counts what is drawn, so that no picture goes beyond the cells it was given.
struct SixelReader {
    private var rest: ArraySlice<UInt8>
    private let size: Size
    private var column = 0
    private var band = 0

    /// The sixels of a picture of at most a size, and its size; nil where it is none.
    static func sixels(in output: [UInt8], most: Size) -> (bytes: [UInt8], size: Size)? {
        guard output.starts(with: [0x1B, UInt8(ascii: "P")]),
            let start = output.firstIndex(of: UInt8(ascii: "q")), start < 16,
            output[2..<start].allSatisfy({ Self.isParameter($0) }),
            let end = output[start...].firstIndex(of: 0x1B),
            output[end...].dropFirst().first == UInt8(ascii: "\\"),
            output[(end + 2)...].allSatisfy({ $0 == 0x0A })
        else { return nil }
        let bytes = output[(start + 1)..<end]
        guard let size = rasterSize(bytes), size.width <= most.width, size.height <= most.height else {
            return nil
        }
        var reader = SixelReader(rest: bytes, size: size)
        while !reader.rest.isEmpty { guard reader.step() else { return nil } }
        return (Array(bytes), size)
    }

    private init(rest: ArraySlice<UInt8>, size: Size) { (self.rest, self.size) = (rest, size) }

    private static func isParameter(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || byte == 0x3B }

    /// The size in `"1;1;WIDTH;HEIGHT`, with which every picture has to begin.
    private static func rasterSize(_ bytes: ArraySlice<UInt8>) -> Size? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        let numbers = bytes.dropFirst().prefix(while: isParameter).split(separator: 0x3B)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return Size(width: numbers[2], height: numbers[3])
    }

    /// Takes one command or one sixel; false for what is none, or lies outside.
    private mutating func step() -> Bool {
        guard let byte = rest.popFirst() else { return false }
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "\""):
            rest = rest.drop(while: Self.isParameter)
            return true
        case UInt8(ascii: "$"): column = 0
        case UInt8(ascii: "-"): (column, band) = (0, band + 1)
        case UInt8(ascii: "!"):
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            rest = rest.dropFirst(digits.count)
            guard let times = Int(String(decoding: digits, as: UTF8.self)), times <= size.width else {
                return false
            }
            return draw(times, rest.popFirst())
        default: return draw(1, byte)
        }
        return true
    }

    private mutating func draw(_ times: Int, _ sixel: UInt8?) -> Bool {
        guard let sixel, 0x3F...0x7E ~= sixel else { return false }
        column += times
        return column <= size.width && band * 6 < size.height
    }
}
