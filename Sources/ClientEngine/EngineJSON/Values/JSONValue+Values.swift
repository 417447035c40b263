extension JSONValue {
    /// Creates a text.
    public init(_ text: some StringProtocol) {
        self = .string(String(text))
    }

    /// Creates a number.
    public init(_ number: some BinaryInteger) {
        self = .number(JSONNumber(number))
    }

    /// Creates a number; nil for infinity and NaN, which JSON cannot write.
    public init?(_ number: Double) {
        guard let number = JSONNumber(number) else { return nil }
        self = .number(number)
    }

    /// Creates a truth value.
    public init(_ value: Bool) {
        self = .bool(value)
    }
}
