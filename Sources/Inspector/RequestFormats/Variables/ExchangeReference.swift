import EngineJSONPath

/// A reference to what another request of the document sent or received: `{{login.response.body.$.token}}`.
public struct ExchangeReference: Sendable, Hashable, CustomStringConvertible {
    /// One side of an exchange.
    public enum Side: String, Sendable, Hashable {
        /// The request that was sent.
        case request
        /// The response that was received.
        case response
    }

    /// A part of a side.
    public enum Property: String, Sendable, Hashable {
        /// The octets of the body.
        case body
        /// The header fields.
        case headers
    }

    /// The `@name` of the other request.
    public var name: String
    /// The side of its exchange.
    public var side: Side
    /// The part of that side.
    public var property: Property
    /// The path behind the property, without the dot and as written: empty or `*` is all of a body, `$…` is JSONPath
    /// (RFC 9535), `//…` is XPath, else members and indices such as `items[0].id`; for headers the field name.
    public var path: String

    /// Creates a reference.
    public init(name: String, side: Side, property: Property, path: String = "") {
        self.name = name
        self.side = side
        self.property = property
        self.path = path
    }

    /// Reads `name.response.body.path`; nil when the text has another form.
    init?(_ text: Substring) {
        let parts = text.split(at: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ $0.isVariableName }),
            let side = Side(rawValue: String(parts[1]))
        else { return nil }
        let end = parts[2].firstIndex { !$0.isLetter } ?? parts[2].endIndex
        guard let property = Property(rawValue: String(parts[2][..<end])) else { return nil }
        let rest = parts[2][end...]
        // A list at the root needs no dot: `body[0].id`.
        guard rest.isEmpty || rest.first == "." || (rest.first == "[" && property == .body) else {
            return nil
        }
        let path = rest.first == "." ? rest.dropFirst() : rest
        guard property == .body || !path.isEmpty, rest.first != "." || !path.isEmpty else { return nil }
        self.init(name: String(parts[0]), side: side, property: property, path: String(path))
    }

    /// The text between the braces.
    public var description: String {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return "\(name).\(side.rawValue).\(property.rawValue)\(separator)\(path)"
    }
}
