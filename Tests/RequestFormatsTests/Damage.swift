import EngineJSON

extension JSONValue {
    /// Returns the value with a few of its parts replaced by values of another kind.
    func damaged(with random: inout some RandomNumberGenerator) -> JSONValue {
        guard Int.random(in: 0..<60, using: &random) > 0 else { return Self.strange(&random) }
        switch self {
        case .array(let elements):
            return .array(elements.map { $0.damaged(with: &random) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { .init(name: $0.name, value: $0.value.damaged(with: &random)) }))
        default: return self
        }
    }

    private static func strange(_ random: inout some RandomNumberGenerator) -> JSONValue {
        let values: [JSONValue] = [
            nil, true, -1, 1e300, "", "{{x}}", "\u{0}\r\n", [], [[]], [nil, 1, "a"],
            JSONValue.object(JSONObject()),
            ["$ref": "#/components/schemas/order"], ["$ref": "#"], ["$ref": 1], ["type": ["object", 1]],
            ["": ""],
        ]
        return values.randomElement(using: &random) ?? .null
    }
}
