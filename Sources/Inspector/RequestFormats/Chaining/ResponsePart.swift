/// The part of an exchange that an assertion, a capture or a reference looks at.
public struct ResponsePart: Sendable, Hashable {
    /// The properties that can be looked at.
    public enum Property: Sendable, Hashable {
        /// The status code.
        case status
        /// The words behind the status code.
        case reason
        /// The version of HTTP.
        case version
        /// The duration of the task in milliseconds.
        case duration
        /// The method of the request.
        case method
        /// The URL of the request.
        case url
        /// The first field of this name.
        case header(String)
        /// The body, or places in it.
        case body(BodyPath)
    }

    /// The side of the exchange.
    public var side: ExchangeReference.Side
    /// The property of that side.
    public var property: Property

    /// Creates a part.
    public init(_ property: Property, of side: ExchangeReference.Side = .response) {
        self.side = side
        self.property = property
    }

    /// Reads the part that a reference names.
    public init(_ reference: ExchangeReference) throws(BodyPath.SyntaxError) {
        switch reference.property {
        case .headers: self.init(.header(reference.path), of: reference.side)
        case .body: self.init(.body(try BodyPath(reference.path)), of: reference.side)
        }
    }

    /// Reads a part from the beginning of a text and takes it away: `status`, `header content-type`,
    /// `headers.ETag`, `body.items[0].id`, `body $.id`, each perhaps behind `response.` or `request.`.
    ///
    /// A path is a word of its own behind `body` unless that word is one of a predicate.
    static func read(from text: inout Substring) throws(BodyPath.SyntaxError) -> ResponsePart {
        var rest = text.trimmedBlanks
        var side = ExchangeReference.Side.response
        for named in [ExchangeReference.Side.response, .request] where rest.hasPrefix(named.rawValue + ".") {
            side = named
            rest = rest.dropFirst(named.rawValue.count + 1)
        }
        let name = rest.prefix { $0.isLetter }
        rest = rest[name.endIndex...]
        let property = try property(name, &rest)
        guard rest.isEmpty || rest.first?.isWhitespace == true else {
            throw BodyPath.SyntaxError(message: "“\(takeWord(&rest))” cannot stand behind “\(name)”.")
        }
        text = rest
        return ResponsePart(property, of: side)
    }

    private static func property(
        _ name: Substring, _ rest: inout Substring
    ) throws(BodyPath.SyntaxError) -> Property {
        switch name {
        case "status", "statusCode": return .status
        case "reason", "statusMessage": return .reason
        case "version", "httpVersion", "protocol": return .version
        case "duration": return .duration
        case "method": return .method
        case "url": return .url
        case "header", "headers":
            if rest.first == "." { rest.removeFirst() } else { rest = rest.trimmedBlanks }
            let field = takeWord(&rest)
            guard !field.isEmpty else {
                throw BodyPath.SyntaxError(message: "The name of the header is missing.")
            }
            return .header(String(field))
        case "body": return .body(try bodyPath(&rest))
        case "js": throw BodyPath.SyntaxError(message: "“js” needs JavaScript.")
        default:
            throw BodyPath.SyntaxError(message: "“\(name)” is not a part of a response.")
        }
    }

    private static func bodyPath(_ rest: inout Substring) throws(BodyPath.SyntaxError) -> BodyPath {
        if rest.first == "." || rest.first == "[" {
            if rest.first == "." { rest.removeFirst() }
            return try BodyPath(takeWord(&rest))
        }
        guard rest.isEmpty || rest.first?.isWhitespace == true else { return .whole }
        var behind = rest.trimmedBlanks
        let word = takeWord(&behind)
        guard !word.isEmpty, !Predicate.isBeginning(word) else { return .whole }
        rest = behind
        return try BodyPath(word)
    }

    /// Takes what comes before the next blank outside of brackets and quotation marks.
    private static func takeWord(_ rest: inout Substring) -> Substring {
        var depth = 0
        var quote: Character?
        let word = rest.prefix { character in
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = depth > 0 ? character : nil
            } else if character == "[" || character == "(" {
                depth += 1
            } else if character == "]" || character == ")" {
                depth -= 1
            }
            return depth > 0 || quote != nil || !character.isWhitespace
        }
        rest = rest[word.endIndex...]
        return word
    }
}

extension ResponsePart: CustomStringConvertible {
    /// The part as assertions and captures spell it.
    public var description: String {
        let prefix = side == .request ? "request." : ""
        return switch property {
        case .status: prefix + "status"
        case .reason: prefix + "reason"
        case .version: prefix + "version"
        case .duration: prefix + "duration"
        case .method: prefix + "method"
        case .url: prefix + "url"
        case .header(let name): prefix + "header \(name)"
        case .body(.whole): prefix + "body"
        case .body(.json(let path)): prefix + "body \(path)"
        }
    }
}
