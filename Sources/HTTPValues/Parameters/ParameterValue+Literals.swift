import EngineJSON
import Foundation

extension ParameterValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension ParameterValue: ExpressibleByIntegerLiteral {
    /// Creates a number.
    public init(integerLiteral value: Int) { self = value.parameterValue }
}

extension ParameterValue: ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(floatLiteral value: Double) { self = value.parameterValue }
}

extension ParameterValue: ExpressibleByBooleanLiteral {
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ParameterValue: ExpressibleByNilLiteral {
    /// Creates nothing.
    public init(nilLiteral: ()) { self = .null }
}

extension ParameterValue: ExpressibleByArrayLiteral {
    /// Creates a list.
    public init(arrayLiteral elements: ParameterValue...) { self = .list(elements) }
}

extension ParameterValue: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary in the order written.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        self = .dictionary(Parameters(elements.map { Parameters.Parameter($0.0, $0.1) }))
    }
}

extension ParameterValue {
    /// Creates a value from whatever can be encoded, members in the encoder's order: unless given, sorted by name.
    ///
    /// Throws what the encoder throws.
    public init(encoding value: some Encodable, encoder: JSONEncoder? = nil) throws {
        let sorting = JSONEncoder()
        sorting.outputFormatting = .sortedKeys
        self = try JSONValue(parsing: Array(try (encoder ?? sorting).encode(value))).parameterValue
    }

    /// The value as JSON; of several members with one name the last one counts.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .number(number)
        case .string(let string): .string(string)
        case .list(let elements): .array(elements.map(\.json))
        case .dictionary(let parameters): parameters.json
        }
    }
}

extension Parameters {
    /// Creates parameters from whatever is encoded as an object, in the encoder's order: unless given, sorted by name.
    ///
    /// Throws what the encoder throws, and `EncodingError` for a value that is no object.
    public init(encoding value: some Encodable, encoder: JSONEncoder? = nil) throws {
        guard case .dictionary(let parameters) = try ParameterValue(encoding: value, encoder: encoder) else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "is not encoded as an object"))
        }
        self = parameters
    }

    /// Creates parameters from query items; an item without a value becomes a bare name.
    public init(_ items: [URLQueryItem]) {
        self.init(items.map { Parameter($0.name, $0.value) })
    }

    /// The parameters as a JSON object; of several with one name the last one counts.
    package var json: JSONValue {
        var object = JSONObject()
        for parameter in self { object[parameter.name] = parameter.value.json }
        return .object(object)
    }
}
