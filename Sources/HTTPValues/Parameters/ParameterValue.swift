import EngineJSON

/// The value of a parameter: text, a number, a truth value, nothing, or several of them.
public enum ParameterValue: Sendable, Hashable {
    /// Nothing: a query shows the bare name, JSON shows `null`, a URI template leaves the variable out.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number, with the digits it was written with.
    case number(JSONNumber)
    /// Text.
    case string(String)
    /// Several values under one name, in order.
    case list([ParameterValue])
    /// Values with names of their own, in order.
    case dictionary(Parameters)
}

/// Can be the value of a parameter.
public protocol ParameterConvertible: Sendable {
    /// The value as a parameter has it.
    var parameterValue: ParameterValue { get }
}

extension ParameterValue: ParameterConvertible {
    /// The value itself.
    public var parameterValue: ParameterValue { self }

    /// The text of a single value; nil for nothing, lists and dictionaries.
    package var text: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.text
        case .string(let string): string
        case .null, .list, .dictionary: nil
        }
    }
}

extension String: ParameterConvertible {
    /// The text.
    public var parameterValue: ParameterValue { .string(self) }
}

extension Substring: ParameterConvertible {
    /// The text.
    public var parameterValue: ParameterValue { .string(String(self)) }
}

extension Bool: ParameterConvertible {
    /// The truth value.
    public var parameterValue: ParameterValue { .bool(self) }
}

extension Int: ParameterConvertible {
    /// The number.
    public var parameterValue: ParameterValue { .number(JSONNumber(self)) }
}

extension Int64: ParameterConvertible {
    /// The number.
    public var parameterValue: ParameterValue { .number(JSONNumber(self)) }
}

extension UInt64: ParameterConvertible {
    /// The number.
    public var parameterValue: ParameterValue { .number(JSONNumber(self)) }
}

extension Double: ParameterConvertible {
    /// The number, or its description as text where JSON has no such number: `inf`, `nan`.
    public var parameterValue: ParameterValue { JSONNumber(self).map { .number($0) } ?? .string(description) }
}

extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
    /// The value, or nothing.
    public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
    /// A list in the same order.
    public var parameterValue: ParameterValue { .list(map(\.parameterValue)) }
}

extension Set: ParameterConvertible where Element: ParameterConvertible & Comparable {
    /// A list in ascending order, so that the same set is always written the same way.
    public var parameterValue: ParameterValue { .list(sorted().map(\.parameterValue)) }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
    /// A dictionary sorted by name, so that the same one is always written the same way.
    public var parameterValue: ParameterValue { .dictionary(Parameters(self)) }
}

extension JSONValue: ParameterConvertible {
    /// The same value; objects keep their order.
    public var parameterValue: ParameterValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .number(number)
        case .string(let string): .string(string)
        case .array(let elements): .list(elements.map(\.parameterValue))
        case .object(let object):
            .dictionary(
                Parameters(object.members.map { Parameters.Parameter($0.name, $0.value.parameterValue) }))
        }
    }
}
