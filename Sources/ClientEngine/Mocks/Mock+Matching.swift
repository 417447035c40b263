import Patterns

extension Mock.Match {
    /// Tells whether a request would be answered; a match that no store would accept answers none.
    public func matches(
        method: Method, url: RequestURL, headers: Headers = [:], body: Body = .none
    ) -> Bool {
        guard let matcher = try? MockMatcher(self) else { return false }
        return matcher.matches(method: method, url: url, headers: headers, body: body)
    }
}

/// What a ``Mock/Match`` becomes in a store: checked, compiled, ready to be asked many times.
public struct MockMatcher: Sendable {
    private enum Rule {
        case any
        case path(PathComponents)
        case pathAndQuery(PathComponents, query: String)
        case pathPattern(Pattern)
        case pathAndQueryPattern(Pattern)
        case template(PathTemplate)
        case url(URLPattern)
    }

    /// The method in capitals: mocks do not tell `get` from `GET`.
    let method: String?
    private let rule: Rule
    private let match: Mock.Match

    /// Compiles a match; relative addresses are relative to the base URL.
    public init(_ match: Mock.Match, base: RequestURL? = nil) throws(MockRejection) {
        method = match.method?.rawValue.uppercased()
        self.match = match
        rule = try Self.rule(for: match.address, base: base)
    }

    /// The path that a request must have exactly; nil where it is not one path.
    var exactPath: PathComponents? {
        switch rule {
        case .path(let path), .pathAndQuery(let path, _): path
        case .any, .pathPattern, .pathAndQueryPattern, .template, .url: nil
        }
    }

    /// Tells whether the match answers a request; a body that cannot be read is none.
    public func matches(method: Method, url: RequestURL, headers: Headers, body: Body) -> Bool {
        var request = MockedRequest(method: method, url: url, headers: headers, body: body)
        return matches(&request)
    }

    /// Tells whether the match answers a request, which is taken apart once for all matches.
    func matches(_ request: inout MockedRequest) -> Bool {
        if let method, method != request.method { return false }
        guard agrees(with: &request) else { return false }
        if !match.query.isEmpty, !match.query.allSatisfy(request.parameters.contains) { return false }
        guard match.headers.allSatisfy({ request.headers.values(of: $0.name).contains($0.value) }) else {
            return false
        }
        if match.body.isEmpty { return true }
        guard let json = request.json else { return false }
        return match.body.allSatisfy { JSONComparison.matches($0, json) }
    }

    /// What the names in its address stand for in a request that it answers.
    func parameters(in path: PathComponents) -> [String: String] {
        switch rule {
        case .template(let template): template.parameters(in: path.withoutEmpty)
        case .url(let pattern): pattern.path.parameters(in: path.withoutEmpty)
        case .any, .path, .pathAndQuery, .pathPattern, .pathAndQueryPattern: [:]
        }
    }

    private func agrees(with request: inout MockedRequest) -> Bool {
        let (url, path) = (request.url, request.path)
        switch rule {
        case .any: return true
        case .path(let expected): return expected == path
        case .pathAndQuery(let expected, let query): return expected == path && query == url.query ?? ""
        case .pathPattern(let pattern): return Self.matches(pattern, url.path)
        case .pathAndQueryPattern(let pattern):
            return Self.matches(pattern, url.path + (url.query.map { "?" + $0 } ?? ""))
        case .template(let template): return template.matches(path.withoutEmpty)
        case .url(let pattern): return pattern.matches(&request)
        }
    }

    /// A pattern that takes too long on a path does not match it.
    private static func matches(_ pattern: Pattern, _ text: String) -> Bool {
        (try? pattern.matches(whole: text)) ?? false
    }

    private static func rule(
        for address: Mock.Address, base: RequestURL?
    ) throws(MockRejection) -> Rule {
        let basePath = base?.path ?? "/"
        switch address {
        case .any: return .any
        case .path(let path): return .path(PathComponents(absolute(path, base: basePath)))
        case .pathAndQuery(let text):
            let parts = absolute(text, base: basePath).split(separator: "?", maxSplits: 1)
            return .pathAndQuery(
                PathComponents(parts.first ?? ""), query: parts.count > 1 ? String(parts[1]) : "")
        case .pathPattern(let source): return .pathPattern(try compile(source))
        case .pathAndQueryPattern(let source): return .pathAndQueryPattern(try compile(source))
        case .pathTemplate(let template):
            try checkIsPath(template)
            return .template(PathTemplate(template[...], base: basePath))
        case .url(let text): return .url(try URLPattern(text, base: base))
        }
    }

    private static func compile(_ source: String) throws(MockRejection) -> Pattern {
        do {
            return try Pattern(source, options: .dotMatchesLineBreaks)
        } catch {
            throw MockRejection("the pattern “\(source)” cannot be used. \(error)")
        }
    }

    private static func checkIsPath(_ template: String) throws(MockRejection) {
        if template.contains("://") {
            throw MockRejection("“\(template)” must be a path: to a path template, hosts do not matter.")
        }
        if template.contains("?") {
            throw MockRejection("“\(template)” must be a path: a path template cannot hold a query.")
        }
    }

    /// Resolves as a URL reference does (RFC 3986, section 5.2.3): behind the last slash of the base.
    private static func absolute(_ path: String, base: String) -> String {
        path.hasPrefix("/") ? path : base.folder + path
    }
}

/// Why a store does not take a mock.
public struct MockRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for people.
    public var message: String

    init(_ message: String) {
        self.message = message
    }

    /// The message itself.
    public var description: String { message }
}
