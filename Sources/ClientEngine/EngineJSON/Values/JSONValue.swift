/// A JSON value exactly as it was written, with the order of members, duplicate names, and the digits of numbers.
///
/// `==` is exact: `1` differs from `1.0`, and objects with the same members in another order differ.
/// ``isEquivalent(to:)`` returns whether two values have the same meaning.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its digits as written.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, whose members keep their order.
    case object(JSONObject)

    /// Returns whether both values have the same kind, spelling, order and duplicates.
    ///
    /// Names and strings are compared byte by byte (RFC 8259, section 8.3). Swift's `==` treats “é” in one scalar and
    /// in two scalars as equal. Hashing may do the same, because equal bytes have equal hashes.
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

    /// The Boolean value, or `nil` if the value is not a Boolean.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The number as written, or `nil` if the value is not a number.
    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number as an integer, or `nil` if it is not an integer that fits.
    public var int: Int? { number?.int }

    /// The number as the nearest double, or `nil` if the value is not a number within range.
    public var double: Double? { number?.double }

    /// The text, or `nil` if the value is not a string.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The elements, or `nil` if the value is not an array.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or `nil` if the value is not an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value of the last member with this name, or `nil` if the value is not an object with such a member.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element at this index, or `nil` if the value is not an array with this index.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { serialized() }
}
