import EngineHTTP
import EnginePatterns
import FoundationEssentials

/// A ``Mock/Match`` that is checked and compiled, so that it can be applied many times.
///
/// It tests requests without a store. The object is immutable, and any thread may use it.
public final class MockMatcher: Sendable {
    package struct Condition: Sendable {
        package let condition: Mock.Condition
        package let values: CompiledValues

        package var name: String { condition.name }

        init(_ condition: Mock.Condition) throws(MockError) {
            self.condition = condition
            values = try CompiledValues(condition.values)
        }

        /// Creates the condition for a cookie.
        ///
        /// As in WireMock, only `absent` accepts a missing cookie.
        init(ofCookie condition: Mock.Condition) throws(MockError) {
            self.condition = condition
            values = try CompiledValues(condition.values).speakingOfAbsence()
        }
    }

    /// The match that was compiled.
    public let match: Mock.Match
    package let address: MockAddress
    package let methods: MethodRule
    package let host: CompiledMatcher?
    package let clientIP: CompiledMatcher?
    package let pathParameters: [Condition]
    package let query: [Condition]
    package let headers: [Condition]
    package let cookies: [Condition]
    package let form: [Condition]
    package let body: [CompiledMatcher]

    /// Compiles a match.
    ///
    /// - Parameters:
    ///   - match: The match to compile.
    ///   - base: The URL against which relative addresses are resolved. If it is `nil`, they match any server.
    /// - Throws: The reason why no store accepts the match.
    public init(_ match: Mock.Match, base: RequestURL? = nil) throws(MockError) {
        func all(_ conditions: [Mock.Condition]) throws(MockError) -> [Condition] {
            try conditions.map { condition throws(MockError) in try Condition(condition) }
        }
        self.match = match
        address = try MockAddress(match.address, base: base)
        methods = MethodRule(match.methods)
        host = try match.host.map { matcher throws(MockError) in try CompiledMatcher(matcher) }
        clientIP = try match.clientIP.map { matcher throws(MockError) in try CompiledMatcher(matcher) }
        pathParameters = try all(match.pathParameters)
        query = try all(match.query)
        headers = try all(match.headers + (match.login.map { [$0.condition] } ?? []))
        cookies = try match.cookies.map { condition throws(MockError) in
            try Condition(ofCookie: condition)
        }
        form = try all(match.form)
        body = try CompiledMatcher.all(match.body)
    }

    /// Returns whether a request matches.
    ///
    /// A body that cannot be read counts as missing.
    public func matches(
        method: HTTPMethod, url: RequestURL, headers: Headers, body: Body, at now: Date = Date()
    ) -> Bool {
        matches(MockedRequest(method: method, url: url, headers: headers, body: body), at: now)
    }

    /// Returns whether a request matches.
    ///
    /// The method reads a file from disk if the body is one.
    public func matches(_ request: MockedRequest, at now: Date = Date()) -> Bool {
        var request = request
        let isMatch = matches(&request, at: now)
        guard request.wantsFile else { return isMatch }
        request = request.readingFile()
        return matches(&request, at: now)
    }

    /// Returns whether a request matches.
    ///
    /// The request is parsed once for all matches.
    func matches(_ request: inout MockedRequest, at now: Date) -> Bool {
        // Cheap comparisons come first.
        methods.contains(request.verb) && agreesWithServer(of: request, at: now)
            && address.matches(&request)
            && headers.allSatisfy { $0.values.accepts(request.headers.values(of: $0.name), at: now) }
            && agreesWithParameters(of: &request, at: now)
            && body.allSatisfy { $0.accepts(&request.content, at: now) }
    }

    private func agreesWithServer(of request: MockedRequest, at now: Date) -> Bool {
        (match.scheme.map { $0.lowercased() == request.url.scheme } ?? true)
            && (match.port.map { $0 == request.url.port } ?? true)
            && host?.accepts(request.url.host, at: now) ?? true
            && clientIP?.accepts(request.clientIP, at: now) ?? true
    }

    private func agreesWithParameters(of request: inout MockedRequest, at now: Date) -> Bool {
        func areMet(_ conditions: [Condition], _ parameters: [Mock.Parameter]) -> Bool {
            conditions.allSatisfy { $0.values.accepts(parameters.values(of: $0.name), at: now) }
        }
        return (query.isEmpty || areMet(query, request.parameters))
            && (cookies.isEmpty || areMet(cookies, request.cookies))
            && (form.isEmpty || areMet(form, request.form))
            && (pathParameters.isEmpty || areMet(pathParameters, pathValues(in: request.path)))
    }

    /// Returns the values of the path parameters in a request that matches.
    func parameters(in path: PathComponents) -> [String: String] {
        address.template?.parameters(in: path.withoutEmpty) ?? [:]
    }

    package func pathValues(in path: PathComponents) -> [Mock.Parameter] {
        parameters(in: path).map { Mock.Parameter($0.key, $0.value) }
    }
}

extension Mock.Login {
    var condition: Mock.Condition {
        let token = Data("\(user):\(password)".utf8).base64EncodedString()
        return Mock.Condition("Authorization", "Basic \(token)")
    }
}

/// The methods of a match in upper case.
///
/// Mocks do not distinguish `get` from `GET`.
package enum MethodRule: Sendable {
    case any
    case only(String)
    case oneOf(Set<String>)
    case noneOf(Set<String>)

    init(_ methods: Mock.Methods) {
        func names(_ methods: [HTTPMethod]) -> Set<String> { Set(methods.map { $0.rawValue.uppercased() }) }
        self =
            switch methods {
            case .any: .any
            case .only(let method): .only(method.rawValue.uppercased())
            case .oneOf(let methods): .oneOf(names(methods))
            case .noneOf(let methods): .noneOf(names(methods))
            }
    }

    var single: String? {
        switch self {
        case .only(let name): name
        case .oneOf(let names) where names.count == 1: names.first
        case .any, .oneOf, .noneOf: nil
        }
    }

    package func contains(_ verb: String) -> Bool {
        switch self {
        case .any: true
        case .only(let name): name == verb
        case .oneOf(let names): names.contains(verb)
        case .noneOf(let names): !names.contains(verb)
        }
    }
}

/// The reason why a store does not accept a mock.
public struct MockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in one sentence.
    public var message: String

    /// Creates an error, for example for a condition of your own.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
