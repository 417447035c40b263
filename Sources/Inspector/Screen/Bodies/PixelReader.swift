import FoundationEssentials
import InspectorCanvas

/// Reads the pixels in what chafa writes for kitty: Base64 in pieces, each with an ending of its own.
///
///     ESC _ G a=T,f=32,s=WIDTH,v=HEIGHT,…,m=1 ; … ESC \   ESC _ G m=1 ; … ESC \   …   ESC _ G m=0 ESC \
///
/// Whatever else comes makes it no picture. The pixels are written anew, so that nothing chafa says reaches the terminal.
struct PixelReader {
    private var rest: ArraySlice<UInt8>
    private var pixels = Data()

    /// The pixels of an image of at most a size; nil where there are none.
    static func pixels(in output: [UInt8], most: Size) -> TerminalImage.Content? {
        var reader = PixelReader(rest: output[...])
        guard let first = reader.piece(), let size = Self.size(first), size.width <= most.width,
            size.height <= most.height
        else { return nil }
        let count = size.width * size.height * 4
        while reader.pixels.count <= count, reader.piece() != nil {}
        guard reader.pixels.count == count, reader.rest.allSatisfy({ $0 == 0x0A }) else { return nil }
        return .pixels(Array(reader.pixels.base64EncodedData()), size: size)
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Takes a piece off the front and returns its control data; nil where there is none.
    private mutating func piece() -> ArraySlice<UInt8>? {
        guard rest.starts(with: Array("\u{1B}_G".utf8)),
            let end = rest.dropFirst(3).firstIndex(of: 0x1B), rest[end...].dropFirst().first == 0x5C
        else { return nil }
        let body = rest[..<end].dropFirst(3)
        let control = body.prefix { $0 != UInt8(ascii: ";") }
        let payload = body.dropFirst(control.count + 1)
        guard let bytes = Data(base64Encoded: Data(payload)) else { return nil }
        pixels += bytes
        rest = rest[(end + 2)...]
        return control
    }

    private static func size(_ control: ArraySlice<UInt8>) -> Size? {
        var values: [String: Int] = [:]
        for field in control.split(separator: UInt8(ascii: ",")) {
            values[String(decoding: field.prefix(1), as: UTF8.self)] = Int(
                String(decoding: field.dropFirst(2), as: UTF8.self))
        }
        guard values["f"] == 32, let width = values["s"], let height = values["v"], width > 0, height > 0
        else { return nil }
        return Size(width: width, height: height)
    }
}
