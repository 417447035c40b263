import EngineHTTP
import EngineJSON
import EngineMocks

// The `request` member of a stub mapping.
extension Mock.Match {
    private static let addresses: [String: @Sendable (String) -> Mock.Address] = [
        "url": { .pathAndQuery($0) }, "urlPath": { .path($0) }, "urlPattern": { .pathAndQueryPattern($0) },
        "urlPathPattern": { .pathPattern($0) }, "urlPathTemplate": { .pathTemplate($0) },
    ]
    private static let members: [StubMember<Mock.Match>] = [
        StubMember("scheme", \.scheme, StubFormat.scheme.optional),
        StubMember("host", \.host, StubFormat.matcherOrText.optional),
        StubMember("port", \.port, StubFormat.int(1...65_535, "a port").optional),
        StubMember("clientIp", \.clientIP, StubFormat.matcherOrText.optional),
        StubMember("pathParameters", \.pathParameters, .conditions),
        StubMember("queryParameters", \.query, .conditions),
        StubMember("headers", \.headers, .conditions),
        StubMember("cookies", \.cookies, .conditions),
        StubMember("formParameters", \.form, .conditions),
        StubMember("basicAuthCredentials", \.login, StubFormat.login.optional),
        StubMember("bodyPatterns", \.body, .matchers),
    ]
    private static let known = Set(addresses.keys).union(members.map(\.name)).union(["method", "basicAuth"])

    /// Parses a request pattern, as in stubs and in WireMock's verification.
    ///
    /// - Throws: A ``StubError`` for an unsupported member, and for one with an invalid value.
    public init(stub request: JSONObject) throws(StubError) {
        try request.refuseOthers(than: Self.known)
        self.init(address: try Self.address(of: request))
        if let method = request.stated("method") { methods = try Self.methods(method) }
        if let login = request.stated("basicAuth") {
            self.login = try StubFormat.login.read(login, "basicAuth")
        }
        try StubMember.read(Self.members, of: request, into: &self)
        try check()
    }

    /// Compiles the match, so that an error of the engine is reported with its position.
    private func check() throws(StubError) {
        _ = try Result { () throws(MockError) in try MockMatcher(self) }
            .mapError { StubError.rejected($0, key: "request") }.get()
        guard !pathParameters.isEmpty else { return }
        guard case .pathTemplate(let template) = address,
            pathParameters.allSatisfy({ template.contains("{\($0.name)}") })
        else { throw .wrong("pathParameters", "about names in “urlPathTemplate”") }
    }

    private static func methods(_ method: JSONValue) throws(StubError) -> Mock.Methods {
        if let name = method.string {
            return name.uppercased() == "ANY" ? .any : .only(HTTPMethod(rawValue: name))
        }
        guard let object = method.object, object.count == 1, let member = object.members.first,
            let names = try? StubFormat.names.read(member.value, member.name), !names.isEmpty
        else { throw .wrong("method", "a name, or “oneOf” or “noneOf” a list of names") }
        let methods = names.map { HTTPMethod(rawValue: $0) }
        switch member.name {
        case "oneOf": return .oneOf(methods)
        case "noneOf": return .noneOf(methods)
        default: throw .unsupported(member.name)
        }
    }

    private static func address(of request: JSONObject) throws(StubError) -> Mock.Address {
        let written = request.members.filter { addresses[$0.name] != nil && !$0.value.isNull }
        guard written.count < 2 else {
            throw StubError(message: "it has more than one address.", key: written[1].name)
        }
        guard let member = written.first, let make = addresses[member.name] else { return .any }
        return make(try StubFormat.text().read(member.value, member.name))
    }

    // MARK: Writing

    var stubRequest: JSONObject {
        var request: JSONObject = ["method": stubMethods]
        switch address {
        case .any: break
        case .pathAndQuery(let text): request["url"] = .string(text)
        case .path(let text): request["urlPath"] = .string(text)
        case .pathPattern(let text): request["urlPathPattern"] = .string(text)
        case .pathAndQueryPattern(let text): request["urlPattern"] = .string(text)
        case .pathTemplate(let text), .url(let text):
            request["urlPathTemplate"] = .string(Self.template(text))
        }
        StubMember.write(Self.members, of: self, into: &request)
        return request
    }

    private var stubMethods: JSONValue {
        func names(_ methods: [HTTPMethod]) -> JSONValue { .array(methods.map { .string($0.rawValue) }) }
        switch methods {
        case .any: return "ANY"
        case .only(let method): return .string(method.rawValue)
        case .oneOf(let methods): return ["oneOf": names(methods)]
        case .noneOf(let methods): return ["noneOf": names(methods)]
        }
    }

    /// Returns the path with segments `:name` written as `{name}`, the only form that WireMock supports.
    private static func template(_ path: String) -> String {
        path.split(at: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") && $0.count > 1 ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }
}

extension StubFormat<String> {
    fileprivate static let scheme = StubFormat { value, key throws(StubError) in
        guard let scheme = value.string?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .wrong(key, "http or https")
        }
        return scheme
    } write: {
        .string($0)
    }
}

extension StubFormat<Mock.Login> {
    fileprivate static let login = StubFormat { value, key throws(StubError) in
        guard let user = value["username"]?.string, let password = value["password"]?.string else {
            throw .wrong(key, "a “username” and a “password”")
        }
        return Mock.Login(user: user, password: password)
    } write: {
        ["username": .string($0.user), "password": .string($0.password)]
    }
}

extension StubFormat<ValueMatcher> {
    fileprivate static let matcherOrText = StubFormat { value, key throws(StubError) in
        if let text = value.string { return .equalTo(text) }
        return try StubMatcherReader(value: value, subject: key).matcher()
    } write: {
        $0.json
    }
}

extension StubFormat<[ValueMatcher]> {
    fileprivate static let matchers = StubFormat { value, key throws(StubError) in
        guard let patterns = value.array else { throw .wrong(key, "a list") }
        return try patterns.map { pattern throws(StubError) in
            try StubMatcherReader(value: pattern, subject: key).matcher()
        }
    } write: {
        $0.isEmpty ? nil : .array($0.map(\.json))
    }
}

extension StubFormat<[Mock.Condition]> {
    fileprivate static let conditions = StubFormat { value, key throws(StubError) in
        guard let object = value.object else { throw .wrong(key, "an object") }
        return try object.members.map { member throws(StubError) in
            let reader = StubMatcherReader(value: member.value, subject: member.name)
            return Mock.Condition(member.name, values: try reader.values())
        }
    } write: { conditions in
        guard !conditions.isEmpty else { return nil }
        return .object(JSONObject(conditions.map { .init(name: $0.name, value: $0.values.json) }))
    }
}
