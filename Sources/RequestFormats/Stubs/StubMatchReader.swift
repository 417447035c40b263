import ClientEngine
import JSON

/// Makes a match of the `request` of a stub mapping.
struct StubMatchReader {
    private let request: JSONObject

    private static let addresses: [String: @Sendable (String) -> Mock.Address] = [
        "url": { .pathAndQuery($0) }, "urlPath": { .path($0) }, "urlPattern": { .pathAndQueryPattern($0) },
        "urlPathPattern": { .pathPattern($0) }, "urlPathTemplate": { .pathTemplate($0) },
    ]

    init(_ request: JSONObject) {
        self.request = request
    }

    func match() throws(StubRefusal) -> Mock.Match {
        try request.refuseOthers(
            than: Set(Self.addresses.keys).union(["method", "queryParameters", "headers", "bodyPatterns"]))
        var match = Mock.Match(method: try method(), address: try address())
        match.query = try parameters("queryParameters")
        match.headers = try parameters("headers")
        match.body = try bodies()
        return match
    }

    private func method() throws(StubRefusal) -> Method? {
        guard let method = request["method"], !method.isNull else { return nil }
        guard let name = method.string else { throw .unsupported("method") }
        return name.uppercased() == "ANY" ? nil : Method(rawValue: name)
    }

    private func address() throws(StubRefusal) -> Mock.Address {
        let written = request.members.filter { Self.addresses[$0.name] != nil && !$0.value.isNull }
        guard written.count < 2 else {
            throw StubRefusal(message: "it has more than one address.", key: written[1].name)
        }
        guard let member = written.first, let make = Self.addresses[member.name] else { return .any }
        guard let text = member.value.string else { throw .wrong(member.name, "a text") }
        return make(text)
    }

    /// Parameters or fields that have to equal a text; no other matcher is supported.
    private func parameters(_ key: String) throws(StubRefusal) -> [Mock.Parameter] {
        guard let value = request[key], !value.isNull else { return [] }
        guard let object = value.object else { throw .wrong(key, "an object") }
        var parameters: [Mock.Parameter] = []
        for member in object.members {
            guard let matcher = member.value.object else { throw .wrong(member.name, "a matcher") }
            let isExact = matcher["caseInsensitive"].map { $0.isNull || $0.bool == false } ?? true
            try matcher.refuseOthers(than: isExact ? ["equalTo", "caseInsensitive"] : ["equalTo"])
            guard let text = matcher["equalTo"]?.string else { throw .wrong(member.name, "“equalTo” a text") }
            parameters.append(Mock.Parameter(member.name, text))
        }
        return parameters
    }

    private func bodies() throws(StubRefusal) -> [Mock.JSONBody] {
        guard let value = request["bodyPatterns"], !value.isNull else { return [] }
        guard let patterns = value.array else { throw .wrong("bodyPatterns", "a list") }
        var bodies: [Mock.JSONBody] = []
        for pattern in patterns {
            guard let matcher = pattern.object else { throw .wrong("bodyPatterns", "a list of matchers") }
            try matcher.refuseOthers(than: ["equalToJson", "ignoreArrayOrder", "ignoreExtraElements"])
            guard let operand = matcher["equalToJson"] else { throw .wrong("bodyPatterns", "“equalToJson”") }
            bodies.append(
                Mock.JSONBody(
                    try json(operand), ignoresArrayOrder: matcher["ignoreArrayOrder"]?.bool ?? false,
                    ignoresExtraElements: matcher["ignoreExtraElements"]?.bool ?? false))
        }
        return bodies
    }

    /// The operand: JSON, or a text that holds JSON.
    private func json(_ operand: JSONValue) throws(StubRefusal) -> JSONValue {
        var value = operand
        if let text = operand.string {
            guard let parsed = try? JSONValue(parsing: text, maximumDepth: 256) else {
                throw .wrong("equalToJson", "JSON")
            }
            value = parsed
        }
        guard !value.hasPlaceholders else { throw .unsupported("${json-unit.…}") }
        return value
    }
}

extension JSONObject {
    /// Refuses members that are not known and say something.
    func refuseOthers(than known: Set<String>) throws(StubRefusal) {
        for member in members where !known.contains(member.name) && !member.value.isEmptyOrNull {
            throw .unsupported(member.name)
        }
    }
}

extension JSONValue {
    /// Whether a text in it stands for something else to WireMock's `equalToJson`.
    public var hasPlaceholders: Bool {
        switch self {
        case .string(let text): text.contains("${json-unit.") || text.contains("#{json-unit.")
        case .array(let elements): elements.contains(where: \.hasPlaceholders)
        case .object(let object): object.members.contains(where: \.value.hasPlaceholders)
        case .null, .bool, .number: false
        }
    }

    /// Says nothing: WireMock's own writer leaves such members behind.
    fileprivate var isEmptyOrNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool, .number, .string: false
        }
    }
}
