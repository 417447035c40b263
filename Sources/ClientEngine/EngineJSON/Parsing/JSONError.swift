/// The reason why a text is not JSON, with the position.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of a parse error.
    public enum Kind: Hashable, Sendable {
        /// The text is valid so far but ends too early.
        ///
        /// More bytes could complete it.
        case truncated
        /// The byte at the offset is not allowed there.
        case invalid
        /// Arrays and objects are nested more deeply than the caller allows.
        case tooDeep
    }

    /// The kind of the error.
    public let kind: Kind
    /// The number of bytes before the error, or the length of the text if it is truncated.
    public let offset: Int
    /// The line of the error, from 1.
    public let line: Int
    /// The column of the error, from 1, counted in Unicode scalars.
    public let column: Int
    /// The tokens that are allowed at the position, as words that follow “expected”.
    public let expected: String
    /// The token at the position, as words that follow “found”, or `nil` at the end of the text.
    public let found: String?
}

extension JSONError: CustomStringConvertible {
    /// One sentence that describes the error to a person.
    public var description: String {
        let place = "at line \(line), column \(column)"
        return switch kind {
        case .truncated: "The JSON ends too early: expected \(expected) \(place)."
        case .invalid: "Expected \(expected) \(place), but found \(found ?? "the end")."
        case .tooDeep: "The JSON is nested too deeply: expected \(expected) \(place)."
        }
    }
}

/// The error of the parser.
///
/// Line and column are computed only once, at the end.
struct UnlocatedJSONError: Error {
    let kind: JSONError.Kind
    let offset: Int
    let expected: String

    func located(in bytes: UnsafeBufferPointer<UInt8>) -> JSONError {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let isScalarStart = { (byte: UInt8) in byte & 0b1100_0000 != 0b1000_0000 }
        return JSONError(
            kind: kind,
            offset: offset,
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: 1 + before[lineStart...].count(where: isScalarStart),
            expected: expected,
            found: offset < bytes.count ? Self.describe(bytes[offset]) : nil
        )
    }

    private static func describe(_ byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "“\(Character(Unicode.Scalar(byte)))”" }
        if byte == UInt8(ascii: " ") { return "a space" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "the byte 0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
