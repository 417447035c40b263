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
        case template([Segment])
    }

    private enum Segment {
        case literal([UInt8])
        case anything
    }

    /// The method in capitals: mocks do not tell `get` from `GET`.
    let method: String?
    private let rule: Rule
    private let match: Mock.Match

    /// Compiles a match; addresses without a leading slash are relative to the base path.
    public init(_ match: Mock.Match, basePath: String = "/") throws(MockRejection) {
        method = match.method?.rawValue.uppercased()
        self.match = match
        rule = try Self.rule(for: match.address, base: basePath)
    }

    /// The path that a request must have exactly; nil where it is not one path.
    var exactPath: PathComponents? {
        switch rule {
        case .path(let path), .pathAndQuery(let path, _): path
        case .any, .pathPattern, .pathAndQueryPattern, .template: nil
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
        guard agrees(with: request.url, path: request.path) else { return false }
        if !match.query.isEmpty, !match.query.allSatisfy(request.parameters.contains) { return false }
        guard match.headers.allSatisfy({ request.headers.values(of: $0.name).contains($0.value) }) else {
            return false
        }
        if match.body.isEmpty { return true }
        guard let json = request.json else { return false }
        return match.body.allSatisfy { JSONComparison.matches($0, json) }
    }

    private func agrees(with url: RequestURL, path: PathComponents) -> Bool {
        switch rule {
        case .any: true
        case .path(let expected): expected == path
        case .pathAndQuery(let expected, let query): expected == path && query == url.query ?? ""
        case .pathPattern(let pattern): Self.matches(pattern, url.path)
        case .pathAndQueryPattern(let pattern):
            Self.matches(pattern, url.path + (url.query.map { "?" + $0 } ?? ""))
        case .template(let segments): Self.matches(segments, path.withoutEmpty)
        }
    }

    /// A pattern that takes too long on a path does not match it.
    private static func matches(_ pattern: Pattern, _ text: String) -> Bool {
        (try? pattern.matches(whole: text)) ?? false
    }

    /// Doubled slashes and one at the end do not matter to a template.
    private static func matches(_ segments: [Segment], _ components: [[UInt8]]) -> Bool {
        segments.count == components.count
            && zip(segments, components).allSatisfy { segment, component in
                switch segment {
                case .literal(let expected): expected == component
                case .anything: true
                }
            }
    }

    private static func rule(for address: Mock.Address, base: String) throws(MockRejection) -> Rule {
        switch address {
        case .any: return .any
        case .path(let path): return .path(PathComponents(absolute(path, base: base)))
        case .pathAndQuery(let text):
            let parts = absolute(text, base: base).split(separator: "?", maxSplits: 1)
            return .pathAndQuery(
                PathComponents(parts.first ?? ""), query: parts.count > 1 ? String(parts[1]) : "")
        case .pathPattern(let source): return .pathPattern(try compile(source))
        case .pathAndQueryPattern(let source): return .pathAndQueryPattern(try compile(source))
        case .pathTemplate(let template): return .template(try segments(of: template, base: base))
        }
    }

    private static func compile(_ source: String) throws(MockRejection) -> Pattern {
        do {
            return try Pattern(source, options: .dotMatchesLineBreaks)
        } catch {
            throw MockRejection("the pattern “\(source)” cannot be used. \(error)")
        }
    }

    /// Placeholders stand in the template alone: what looks like one in the base path is itself.
    private static func segments(of template: String, base: String) throws(MockRejection) -> [Segment] {
        if template.contains("://") {
            throw MockRejection("“\(template)” must be a path: host and port do not matter to mocks.")
        }
        if template.contains("?") {
            throw MockRejection("“\(template)” must be a path: a template cannot hold a query.")
        }
        let front = template.hasPrefix("/") ? "" : folder(of: base)
        let literals = PathComponents(front).withoutEmpty.map { Segment.literal($0) }
        return literals
            + template.split(separator: "/").map {
                isPlaceholder($0) ? .anything : .literal(PathComponents.decode($0.utf8))
            }
    }

    private static func isPlaceholder(_ segment: Substring) -> Bool {
        if segment.hasPrefix(":") { return segment.count > 1 }
        return segment.hasPrefix("{") && segment.hasSuffix("}") && segment.count > 2
    }

    /// Resolves as a URL reference does (RFC 3986, section 5.2.3): behind the last slash of the base.
    private static func absolute(_ path: String, base: String) -> String {
        path.hasPrefix("/") ? path : folder(of: base) + path
    }

    private static func folder(of base: String) -> String {
        base.lastIndex(of: "/").map { String(base[...$0]) } ?? "/"
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
