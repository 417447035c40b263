import EngineJSON

extension JSONValue {
    static func int(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

    /// A number with a fraction; infinities and NaN are null.
    static func double(_ number: Double) -> JSONValue { JSONNumber(number).map { .number($0) } ?? .null }
}
