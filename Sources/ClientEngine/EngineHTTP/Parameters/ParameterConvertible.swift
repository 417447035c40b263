import EngineJSON

/// Can be the value of a parameter: text, a number, a truth value, nothing, or several of them.
///
/// As a parameter `null` is a bare name in a query, and a variable that is left out of a URI template. Members of an
/// object keep their order.
public protocol ParameterConvertible: Sendable {
    /// The value as a parameter has it.
    var parameterValue: JSONValue { get }
}

extension JSONValue: ParameterConvertible {
    /// The value itself.
    public var parameterValue: JSONValue { self }

    /// The text of a single value; nil for nothing, arrays and objects.
    var parameterText: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.text
        case .string(let string): string
        case .null, .array, .object: nil
        }
    }

    /// The value with the last of several members that have one name, where the first one stood.
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
    /// The truth value.
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
    /// The number, or its description as text where JSON has no such number: `inf`, `nan`.
    public var parameterValue: JSONValue { JSONNumber(self).map { .number($0) } ?? .string(description) }
}

extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
    /// The value, or nothing.
    public var parameterValue: JSONValue { self?.parameterValue ?? .null }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
    /// A list in the same order.
    public var parameterValue: JSONValue { .array(map(\.parameterValue)) }
}

extension Set: ParameterConvertible where Element: ParameterConvertible & Comparable {
    /// A list in ascending order, so that the same set is always written the same way.
    public var parameterValue: JSONValue { .array(sorted().map(\.parameterValue)) }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
    /// An object sorted by name, so that the same one is always written the same way.
    public var parameterValue: JSONValue { Parameters(self).parameterValue }
}

extension Parameters {
    /// Creates parameters from an object of JSON, in the order of its members.
    public init(_ object: JSONObject) {
        self.init(object.members.map { Parameter($0.name, $0.value) })
    }

    /// The parameters as a JSON object; of several with one name the last one counts.
    package var json: JSONValue {
        var object = JSONObject()
        for parameter in self { object[parameter.name] = parameter.value.withoutRepeats }
        return .object(object)
    }
}
