extension JSONValue {
    /// Creates a string.
    public init(_ text: some StringProtocol) {
        self = .string(String(text))
    }

    /// Creates a number.
    public init(_ number: some BinaryInteger) {
        self = .number(JSONNumber(number))
    }

    /// Creates a number, or returns `nil` for infinity and NaN, which JSON cannot represent.
    public init?(_ number: Double) {
        guard let number = JSONNumber(number) else { return nil }
        self = .number(number)
    }

    /// Creates a Boolean value.
    public init(_ value: Bool) {
        self = .bool(value)
    }
}
