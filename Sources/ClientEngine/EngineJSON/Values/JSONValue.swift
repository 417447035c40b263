/// A JSON value as it was sent: member order, duplicate names and the digits of numbers survive.
///
/// `==` is exact: `1` differs from `1.0`, and objects with the same members in another order differ.
/// ``isEquivalent(to:)`` asks whether two values mean the same.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its digits as they are written.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, whose members keep their order.
    case object(JSONObject)

    /// Compares kind, spelling, order and duplicates.
    ///
    /// Names and strings are compared byte by byte, as in RFC 8259, section 8.3: Swift takes "é" in one scalar for "é" in
    /// two. Hashing may do so, as equal bytes have equal hashes.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Indicates whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The truth value, if the value is `true` or `false`.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The number as it was written, if the value is a number.
    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number as an integer, if it is one and fits.
    public var int: Int? { number?.int }

    /// The number as the nearest double, if the value is a number within range.
    public var double: Double? { number?.double }

    /// The text, if the value is a string.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The elements, if the value is an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, if the value is an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value of the last member with this name, if the value is an object that has one.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element at this index, if the value is an array that long.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { serialized() }
}
