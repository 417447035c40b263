/// A JSON value as it was sent: member order, duplicate names and the digits of numbers survive.
///
/// `==` is exact: `1` differs from `1.0`, and objects with the same members in another order differ.
/// ``isEquivalent(to:)`` asks whether two values mean the same.
public enum JSONValue: Sendable {
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
}

extension JSONValue {
    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The truth value, if the value is `true` or `false`.
    public var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// The number as it was written, if the value is a number.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The number as an integer, if it is one and fits.
    public var int: Int? { number?.int }

    /// The number as the nearest double, if the value is a number within range.
    public var double: Double? { number?.double }

    /// The text, if the value is a string.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The elements, if the value is an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, if the value is an object.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
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
