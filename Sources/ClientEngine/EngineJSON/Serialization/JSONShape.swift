/// What texts of JSON have in common that differ in their values alone: the text with a mark in the place of each value.
///
///     {"status":#,"to":["$",#]}     and the values 200, "127.0.0.1", 80
///
/// ``text(with:)`` puts a text together again.
public final class JSONShape: Sendable {
    /// The text; marks are bytes that stand in no JSON.
    public let bytes: [UInt8]

    /// Takes a shape that was kept.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The kinds of values that are taken out, by the marks that stand in their places.
    enum Mark: UInt8 {
        /// An integer, written in groups of seven bits, the lowest first, its sign in the lowest bit (LEB128 of a zigzag number).
        case integer = 1
        /// A text in UTF-8 behind the number of its bytes.
        case text
        /// A number with a fraction, as IEEE 754 has it, in eight bytes, the lowest first.
        case double
    }

    /// Returns the text with these values; nil where they do not fit.
    public func text(with values: [UInt8]) -> [UInt8]? {
        var values = JSONShapeValues(values)
        var writer = JSONWriter(style: .compact, escapes: .required)
        writer.output.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            switch Mark(rawValue: byte) {
            case .integer:
                guard let number = values.integer() else { return nil }
                writer.append(String(number))
            case .text:
                guard let text = values.text() else { return nil }
                writer.write(text)
            case .double:
                guard let number = values.double() else { return nil }
                writer.append(JSONNumber(number)?.text ?? "null")
            case nil: writer.output.append(byte)
            }
        }
        return values.isAtEnd ? writer.output : nil
    }
}

/// Reads the values of a text, in the order in which their marks stand there.
private struct JSONShapeValues {
    private var rest: ArraySlice<UInt8>

    init(_ values: [UInt8]) { rest = values[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func integer() -> Int? {
        guard let bits = unsigned() else { return nil }
        return Int(bitPattern: bits >> 1) ^ -Int(bits & 1)
    }

    mutating func text() -> String? {
        guard let length = unsigned(), length <= UInt(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return String(decoding: rest.prefix(Int(length)), as: UTF8.self)
    }

    mutating func double() -> Double? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return Double(bitPattern: rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    private mutating func unsigned() -> UInt? {
        var (bits, shift) = (0 as UInt, 0 as UInt)
        while let byte = rest.popFirst(), shift < UInt.bitWidth {
            bits |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return bits }
            shift += 7
        }
        return nil
    }
}
