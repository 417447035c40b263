/// A JSON number, stored as the text in which it was written.
///
/// `==` compares the texts: `1` differs from `1.0`. ``isEquivalent(to:)`` compares the values.
public struct JSONNumber: Hashable, Sendable {
    /// The text of the number exactly as written, in the grammar of RFC 8259, section 6.
    public let text: String

    /// Creates a number from its text, or returns `nil` if the text is not exactly one JSON number.
    public init?(text: String) {
        guard case .number(let number)? = try? JSONValue(parsing: text),
            number.text.utf8.count == text.utf8.count
        else { return nil }
        self = number
    }

    /// Creates a number from an integer.
    public init(_ integer: some BinaryInteger) {
        text = String(integer)
    }

    /// Creates a number from a double, with the fewest digits that read back as the same double.
    ///
    /// - Returns: `nil` for infinities and NaN, which JSON cannot represent.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        text = double.description
    }

    init(verified text: String) {
        self.text = text
    }

    /// The exact value if it is an integer that fits, otherwise `nil`.
    ///
    /// `1.0` and `1e2` are integers.
    public var int: Int? { Int(text) ?? DecimalForm(text)?.integer() }

    /// The nearest double, or `nil` if the number is out of the range of doubles.
    public var double: Double? {
        guard let double = Double(text), double.isFinite else { return nil }
        return double
    }

    /// Returns whether two numbers have the same value, at any precision: `1.0` equals `1`.
    ///
    /// Numbers whose exponents do not fit in an `Int` are compared as texts.
    public func isEquivalent(to other: JSONNumber) -> Bool {
        if text == other.text { return true }
        guard let left = DecimalForm(text), let right = DecimalForm(other.text) else { return false }
        return left == right
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The text of the number exactly as written.
    public var description: String { text }
}
