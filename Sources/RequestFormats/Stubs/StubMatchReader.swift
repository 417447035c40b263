import ClientEngine
import EngineJSON

/// Makes a match of the `request` of a stub mapping.
struct StubMatchReader {
    private let request: JSONObject

    private static let addresses: [String: @Sendable (String) -> Mock.Address] = [
        "url": { .pathAndQuery($0) }, "urlPath": { .path($0) }, "urlPattern": { .pathAndQueryPattern($0) },
        "urlPathPattern": { .pathPattern($0) }, "urlPathTemplate": { .pathTemplate($0) },
    ]
    private static let others: Set<String> = [
        "method", "scheme", "host", "port", "clientIp", "pathParameters", "queryParameters", "headers",
        "cookies",
        "formParameters", "basicAuth", "basicAuthCredentials", "bodyPatterns",
    ]

    init(_ request: JSONObject) {
        self.request = request
    }

    func match() throws(StubError) -> Mock.Match {
        try request.refuseOthers(than: Self.others.union(Self.addresses.keys))
        var match = Mock.Match(address: try address())
        match.methods = try methods()
        match.scheme = try scheme()
        match.host = try text("host")
        match.port = try port()
        match.clientIP = try text("clientIp")
        match.pathParameters = try conditions("pathParameters")
        match.query = try conditions("queryParameters")
        match.headers = try conditions("headers")
        match.cookies = try conditions("cookies")
        match.form = try conditions("formParameters")
        match.login = try login()
        match.body = try bodies()
        try check(match)
        return match
    }

    /// Has the engine look at it, so that what it would refuse is refused with a place.
    private func check(_ match: Mock.Match) throws(StubError) {
        do throws(MockError) {
            _ = try MockMatcher(match)
        } catch {
            throw .rejected(error, key: "request")
        }
        guard !match.pathParameters.isEmpty else { return }
        guard case .pathTemplate(let template) = match.address,
            match.pathParameters.allSatisfy({ template.contains("{\($0.name)}") })
        else { throw .wrong("pathParameters", "about names in “urlPathTemplate”") }
    }

    private func present(_ key: String) -> JSONValue? {
        request.stated(key)
    }

    private func methods() throws(StubError) -> Mock.Methods {
        guard let method = present("method") else { return .any }
        if let name = method.string {
            return name.uppercased() == "ANY" ? .any : .only(HTTPMethod(rawValue: name))
        }
        guard let object = method.object, object.count == 1, let member = object.members.first,
            let names = member.value.array?.compactMap(\.string), !names.isEmpty,
            names.count == member.value.array?.count
        else { throw .wrong("method", "a name, or “oneOf” or “noneOf” a list of names") }
        let methods = names.map { HTTPMethod(rawValue: $0) }
        switch member.name {
        case "oneOf": return .oneOf(methods)
        case "noneOf": return .noneOf(methods)
        default: throw .unsupported(member.name)
        }
    }

    private func address() throws(StubError) -> Mock.Address {
        let written = request.members.filter { Self.addresses[$0.name] != nil && !$0.value.isNull }
        guard written.count < 2 else {
            throw StubError(message: "it has more than one address.", key: written[1].name)
        }
        guard let member = written.first, let make = Self.addresses[member.name] else { return .any }
        guard let text = member.value.string else { throw .wrong(member.name, "a text") }
        return make(text)
    }

    private func scheme() throws(StubError) -> String? {
        guard let value = present("scheme") else { return nil }
        guard let scheme = value.string?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .wrong("scheme", "http or https")
        }
        return scheme
    }

    private func port() throws(StubError) -> Int? {
        guard let value = present("port") else { return nil }
        guard let port = value.int, (1...65_535).contains(port) else { throw .wrong("port", "a port") }
        return port
    }

    /// A matcher, or the text itself.
    private func text(_ key: String) throws(StubError) -> ValueMatcher? {
        guard let value = present(key) else { return nil }
        if let text = value.string { return .equalTo(text) }
        return try StubMatcherReader(value, of: key).matcher()
    }

    private func conditions(_ key: String) throws(StubError) -> [Mock.Condition] {
        guard let value = present(key) else { return [] }
        guard let object = value.object else { throw .wrong(key, "an object") }
        var conditions: [Mock.Condition] = []
        for member in object.members {
            let values = try StubMatcherReader(member.value, of: member.name).values()
            conditions.append(Mock.Condition(member.name, values: values))
        }
        return conditions
    }

    private func login() throws(StubError) -> Mock.Login? {
        for key in ["basicAuthCredentials", "basicAuth"] {
            guard let value = present(key) else { continue }
            guard let user = value["username"]?.string, let password = value["password"]?.string else {
                throw .wrong(key, "a “username” and a “password”")
            }
            return Mock.Login(user: user, password: password)
        }
        return nil
    }

    private func bodies() throws(StubError) -> [ValueMatcher] {
        guard let value = present("bodyPatterns") else { return [] }
        guard let patterns = value.array else { throw .wrong("bodyPatterns", "a list") }
        return try patterns.map { pattern throws(StubError) in
            try StubMatcherReader(pattern, of: "bodyPatterns").matcher()
        }
    }
}

extension JSONObject {
    /// The value of a member, unless it is null, which says nothing.
    func stated(_ name: String) -> JSONValue? {
        guard let value = self[name], !value.isNull else { return nil }
        return value
    }

    /// Refuses members that are not known and say something.
    func refuseOthers(than known: Set<String>) throws(StubError) {
        for member in members where !known.contains(member.name) && !member.value.isEmptyOrNull {
            throw .unsupported(member.name)
        }
    }
}

extension JSONValue {
    /// Says nothing: WireMock's own writer leaves such members behind.
    var isEmptyOrNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool, .number, .string: false
        }
    }
}
