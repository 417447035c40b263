import EngineJSON
import EngineJSONPath

/// The part of a body that is meant: all of it, or places in its JSON.
///
///     body  body.*            all of it
///     body.$.items[*].id      JSONPath (RFC 9535)
///     body.items[0].id        members and indices, as in JavaScript
///     body.//item             XPath: recognised and refused
public enum BodyPath: Sendable, Hashable {
    /// The octets as they are.
    case whole
    /// Values in its JSON.
    case json(JSONPath)

    /// Says in one sentence why a text is no path.
    public struct SyntaxError: Error, Sendable, Hashable {
        /// The sentence.
        public var message: String
    }

    /// Reads what stands behind `body` and its dot or blank.
    public init(_ text: some StringProtocol) throws(SyntaxError) {
        let text = text.trimmedBlanks
        if text.isEmpty || text == "*" {
            self = .whole
        } else if text.hasPrefix("$") {
            self = .json(try Self.path(String(text)))
        } else if text.hasPrefix("/") {
            throw SyntaxError(message: "“\(text)” is XPath, which is not supported.")
        } else {
            self = .json(JSONPath(to: .init(steps: try Self.steps(in: String(text)))))
        }
    }

    /// Returns the path with further steps below it.
    func appending(_ steps: [JSONPath.Location.Step]) -> BodyPath {
        guard !steps.isEmpty else { return self }
        let below = JSONPath.Location(steps: steps).description.dropFirst()
        guard case .json(let path) = self else { return .json(JSONPath(to: .init(steps: steps))) }
        return (try? JSONPath(path.text + below)).map { .json($0) } ?? self
    }

    private static func path(_ text: String) throws(SyntaxError) -> JSONPath {
        try Result { () throws(JSONPathError) in try JSONPath(text) }
            .mapError { SyntaxError(message: $0.description) }.get()
    }

    // MARK: Members and indices

    /// Reads `items[0].id`, `[0]["full name"]` and `a-b.c`.
    private static func steps(in text: String) throws(SyntaxError) -> [JSONPath.Location.Step] {
        guard text.utf8.count <= JSONPath.longestText else {
            throw SyntaxError(message: "The path is too long.")
        }
        var steps: [JSONPath.Location.Step] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            if rest.first == "[" {
                steps.append(try takeBrackets(&rest))
            } else {
                if !steps.isEmpty, rest.first == "." { rest.removeFirst() }
                let name = rest.prefix(before: ".", "[")
                guard !name.isEmpty, !name.unicodeScalars.contains("]") else {
                    throw SyntaxError(message: "“\(text)” is not a path: a name is missing, or a “[”.")
                }
                steps.append(.name(String(name)))
                rest = rest[name.endIndex...]
                guard rest.last != "." else {
                    throw SyntaxError(message: "“\(text)” is not a path: it ends with a dot.")
                }
            }
        }
        return steps
    }

    private static func takeBrackets(_ rest: inout Substring) throws(SyntaxError) -> JSONPath.Location.Step {
        let text = rest
        rest.removeFirst()
        if let quote = rest.first, quote == "\"" || quote == "'" {
            let name = rest.dropFirst().prefix { $0 != quote }
            let end = rest[name.endIndex...].dropFirst()
            guard end.first == "]", !name.contains("\\") else {
                throw SyntaxError(message: "“\(text)” is not a path: expected a quoted name and “]”.")
            }
            rest = end.dropFirst()
            return .name(String(name))
        }
        let digits = rest.prefix(before: "]")
        guard let index = Int(digits), index.magnitude < 1 << 53, rest[digits.endIndex...].first == "]"
        else {
            throw SyntaxError(
                message: "“\(text)” is not a path: expected an index or a quoted name, and “]”.")
        }
        rest = rest[digits.endIndex...].dropFirst()
        return .index(index)
    }
}
