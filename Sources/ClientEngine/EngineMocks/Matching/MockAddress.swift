import EngineHTTP
import EnginePatterns

package struct MockAddress: Sendable {
    private enum Rule {
        case any
        case path(PathComponents)
        case pathAndQuery(PathComponents, query: String)
        case pathPattern(Pattern)
        case pathAndQueryPattern(Pattern)
        case template(PathTemplate)
        case url(URLPattern)
    }

    /// The position in the index.
    enum Shelf {
        /// For one path, and if it matters one query.
        case exact(PathComponents, query: String?)
        /// For the components of a template.
        ///
        /// `nil` represents a component that matches anything.
        case template([[UInt8]?])
        case below([[UInt8]])
    }

    fileprivate static let longestShelf = 64

    package let address: Mock.Address
    private let rule: Rule

    init(_ address: Mock.Address, base: RequestURL?) throws(MockError) {
        self.address = address
        let basePath = base?.path ?? "/"
        switch address {
        case .any: rule = .any
        case .path(let path): rule = .path(PathComponents(Self.absolute(path, base: basePath)))
        case .pathAndQuery(let text):
            let parts = Self.absolute(text, base: basePath).split(at: "?", maxSplits: 1)
            rule = .pathAndQuery(
                PathComponents(parts.first ?? ""), query: parts.count > 1 ? String(parts[1]) : "")
        case .pathPattern(let source): rule = .pathPattern(try .ofMock(source))
        case .pathAndQueryPattern(let source): rule = .pathAndQueryPattern(try .ofMock(source))
        case .pathTemplate(let template):
            try Self.checkIsPath(template)
            rule = .template(PathTemplate(template[...], base: basePath))
        case .url(let text): rule = .url(try URLPattern(text, base: base))
        }
    }

    var shelf: Shelf {
        switch rule {
        case .any: .below([])
        case .path(let path): .exact(path, query: nil)
        case .pathAndQuery(let path, let query): .exact(path, query: query)
        case .pathPattern(let pattern), .pathAndQueryPattern(let pattern): .below(pattern.literalComponents)
        case .template(let template): Self.shelf(of: template)
        case .url(let pattern): Self.shelf(of: pattern.path)
        }
    }

    /// Very long templates are not indexed, but tested one by one.
    private static func shelf(of template: PathTemplate) -> Shelf {
        let steps = template.steps
        return steps.count <= longestShelf ? .template(steps) : .below([])
    }

    /// The template with the names of path parameters, or `nil` if there is none.
    var template: PathTemplate? {
        switch rule {
        case .template(let template): template
        case .url(let pattern): pattern.path
        case .any, .path, .pathAndQuery, .pathPattern, .pathAndQueryPattern: nil
        }
    }

    package func matches(_ request: inout MockedRequest) -> Bool {
        switch rule {
        case .any: true
        case .path(let expected): expected == request.path
        case .pathAndQuery(let expected, let query):
            expected == request.path && query == request.url.query ?? ""
        // A pattern that takes too long on a path does not match it.
        case .pathPattern(let pattern): pattern.accepts(request.url.path) ?? false
        case .pathAndQueryPattern(let pattern): pattern.accepts(request.target) ?? false
        case .template(let template): template.matches(request.path.withoutEmpty)
        case .url(let pattern): pattern.matches(&request)
        }
    }

    private static func checkIsPath(_ template: String) throws(MockError) {
        if template.contains("://") {
            throw MockError("“\(template)” must be a path: to a path template, hosts do not matter.")
        }
        if template.unicodeScalars.contains("?") {
            throw MockError("“\(template)” must be a path: a path template cannot hold a query.")
        }
    }

    /// Resolves a path as a URL reference (RFC 3986, section 5.2.3): after the last slash of the base.
    private static func absolute(_ path: String, base: String) -> String {
        path.hasPrefix("/") ? path : base.folder + path
    }
}

extension Pattern {
    /// The complete path components with which every match of the pattern begins.
    ///
    /// The list is empty if the pattern contains syntax that could make them optional.
    fileprivate var literalComponents: [[UInt8]] {
        guard !source.unicodeScalars.contains("|"), !source.contains("(?"), !source.contains("(*"),
            !source.contains("\\Q")
        else { return [] }
        var literal: [UInt8] = []
        var rest = source.utf8[...]
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst(), !escaped.isASCIIAlphanumeric else { break }
                byte = escaped
            } else if !byte.isPlainInPattern {
                break
            }
            // A quantifier may make the preceding item optional.
            if let next = rest.first, "*?{".utf8.contains(next) { break }
            literal.append(byte)
        }
        guard literal.first == UInt8(ascii: "/"), let end = literal.lastIndex(of: UInt8(ascii: "/")) else {
            return []
        }
        return literal[..<end].split(separator: UInt8(ascii: "/"))
            .prefix(MockAddress.longestShelf).map { Array($0) }
    }
}

extension UInt8 {
    /// Indicates whether the byte has no special meaning in a pattern, and may occur unescaped in a path.
    fileprivate var isPlainInPattern: Bool { isASCIIAlphanumeric || "/-_~:@,;=&!".utf8.contains(self) }
}
