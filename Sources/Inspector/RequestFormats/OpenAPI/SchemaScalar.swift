import EngineJSON

/// Numbers and texts that keep to the limits of a schema, as far as limits can be kept without knowing the meaning.
enum SchemaScalar {
    private static let texts: [String: String] = [
        "date": "2026-01-15", "date-time": "2026-01-15T09:30:00Z", "time": "09:30:00Z", "duration": "P1D",
        "email": "user@example.com", "idn-email": "user@example.com",
        "hostname": "example.com", "idn-hostname": "example.com",
        "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        "uri": "https://example.com/", "url": "https://example.com/", "iri": "https://example.com/",
        "uri-reference": "/path", "iri-reference": "/path", "uri-template": "/users/{id}",
        "json-pointer": "/name", "relative-json-pointer": "0/name", "regex": ".*",
        "byte": "dGV4dA==", "binary": "data", "password": "password",
    ]

    /// Returns a text by format, padded or cut to its length.
    static func text(_ schema: JSONObject) -> String {
        if let known = schema["format"]?.string.flatMap({ texts[$0] }) { return known }
        var text = "string"
        if let shortest = schema["minLength"]?.int, shortest > text.count {
            text += String(repeating: "x", count: min(shortest, 256) - min(text.count, 256))
        }
        if let longest = schema["maxLength"]?.int, longest >= 0 { text = String(text.prefix(longest)) }
        return text
    }

    static func mayHold(_ text: String, _ schema: JSONObject) -> Bool {
        let count = text.unicodeScalars.count
        return count >= schema["minLength"]?.int ?? 0 && count <= schema["maxLength"]?.int ?? .max
    }

    /// Returns the number nearest to 1 within its limits.
    static func number(_ schema: JSONObject) -> JSONValue {
        let isWhole = SchemaSample.type(of: schema) == "integer"
        var value = 1.0
        if let least = limit(schema, "minimum", "exclusiveMinimum", beyond: 1) { value = max(value, least) }
        if let most = limit(schema, "maximum", "exclusiveMaximum", beyond: -1) { value = min(value, most) }
        if let step = schema["multipleOf"]?.double, step > 0, (value / step).rounded(.up).isFinite {
            value = (value / step).rounded(.up) * step
        }
        if isWhole || value == value.rounded(), let whole = Int(exactly: value.rounded(.up)) {
            return JSONValue(whole)
        }
        return JSONNumber(value).map(JSONValue.number) ?? 1
    }

    /// Returns a limit; an exclusive one, a flag in 3.0 and a number in 3.1, is moved by a step.
    private static func limit(
        _ schema: JSONObject, _ inclusive: String, _ exclusive: String, beyond step: Double
    ) -> Double? {
        if let number = schema[exclusive]?.double { return number + step }
        guard let number = schema[inclusive]?.double else { return nil }
        return schema[exclusive]?.bool == true ? number + step : number
    }
}
