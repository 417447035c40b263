import EngineJSON

/// A type whose values can be parameters: text, numbers, Boolean values, `null`, and arrays and dictionaries of them.
///
/// `null` becomes a name without a value in a query, and an undefined variable in a URI template. Members of an object
/// keep their order.
public protocol ParameterConvertible: Sendable {
    /// The value of the parameter.
    var parameterValue: JSONValue { get }
}

extension JSONValue: ParameterConvertible {
    /// The value itself.
    public var parameterValue: JSONValue { self }

    /// The text of a single value, or `nil` for `null`, arrays and objects.
    var parameterText: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.text
        case .string(let string): string
        case .null, .array, .object: nil
        }
    }

    /// The value in which repeated members of an object are replaced with one: the last value at the first position.
    fileprivate var withoutRepeats: JSONValue {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map(\.withoutRepeats))
        case .object(let object): return Parameters(object).json
        }
    }
}

extension String: ParameterConvertible {}
extension Substring: ParameterConvertible {}

extension ParameterConvertible where Self: StringProtocol {
    /// The text.
    public var parameterValue: JSONValue { .string(String(self)) }
}

extension Bool: ParameterConvertible {
    /// The Boolean value.
    public var parameterValue: JSONValue { .bool(self) }
}

extension Int: ParameterConvertible {}
extension Int64: ParameterConvertible {}
extension UInt64: ParameterConvertible {}

extension ParameterConvertible where Self: BinaryInteger {
    /// The number.
    public var parameterValue: JSONValue { .number(JSONNumber(self)) }
}

extension Double: ParameterConvertible {
    /// The number, or its description if JSON has no such number: `inf`, `nan`.
    public var parameterValue: JSONValue { JSONNumber(self).map { .number($0) } ?? .string(description) }
}

extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
    /// The wrapped value, or `null`.
    public var parameterValue: JSONValue { self?.parameterValue ?? .null }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
    /// An array in the same order.
    public var parameterValue: JSONValue { .array(map(\.parameterValue)) }
}

extension Set: ParameterConvertible where Element: ParameterConvertible & Comparable {
    /// An array in ascending order, so that equal sets are encoded in the same way.
    public var parameterValue: JSONValue { .array(sorted().map(\.parameterValue)) }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
    /// An object sorted by name, so that equal dictionaries are encoded in the same way.
    public var parameterValue: JSONValue { Parameters(self).parameterValue }
}

extension Parameters {
    /// Creates parameters from a JSON object, in the order of its members.
    public init(_ object: JSONObject) {
        self.init(object.members.map { Parameter($0.name, $0.value) })
    }

    /// The parameters as a JSON object.
    ///
    /// If several have the same name, the last one wins.
    package var json: JSONValue {
        var object = JSONObject()
        for parameter in self { object[parameter.name] = parameter.value.withoutRepeats }
        return .object(object)
    }
}
