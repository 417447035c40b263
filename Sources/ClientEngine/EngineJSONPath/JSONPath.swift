import EngineJSON

/// A query for places in a JSON value, in the language of RFC 9535: `$.orders[?@.total > 10].id`.
///
///     text ──parse──▶ segments ──evaluate(value)──▶ nodes: value + location
///
/// A path is checked when it is made, types of function arguments included; evaluating it can only fail by
/// taking too long. Values are cheap to copy and may be used from any number of threads at once.
public struct JSONPath: Sendable {
    /// The path as it was written.
    public let text: String

    /// The dialect that the path is read in.
    public let dialect: Dialect

    let query: PathQuery

    /// A spelling of paths, with the meaning it has there.
    public enum Dialect: Hashable, Sendable {
        /// RFC 9535.
        case standard
        /// The additions of Jayway's library to filters, and its comparisons.
        ///
        /// There are `in […]` and `nin […]`, `=~ /pattern/` with the flag `i`, and `.length()` or `.size()` behind a
        /// query. A number equals a text that says it, and nothing equals `null`.
        case jayway
    }

    /// The number of UTF-8 bytes of the longest path.
    public static var longestText: Int { 16_384 }

    /// Reads a path that starts with `$`.
    ///
    /// - Throws: a ``JSONPathError`` that says at which column what is wrong.
    public init(_ text: String, dialect: Dialect = .standard) throws(JSONPathError) {
        var parser = PathParser(text, dialect: dialect)
        query = try parser.parse()
        self.text = text
        self.dialect = dialect
    }

    /// Creates the path to one place.
    public init(to location: Location) {
        text = location.description
        dialect = .standard
        query = PathQuery(location)
    }

    /// Indicates whether the path names at most one place in any value.
    public var isSingular: Bool { query.isSingular }

    /// Finds the places in a value, in the order of RFC 9535; a place may be found more than once.
    ///
    /// - Parameters:
    ///   - value: the value in which `$` is the root.
    ///   - stepLimit: how many values may be looked at and regular-expression steps taken.
    /// - Returns: the places, also those that hold `null`.
    /// - Throws: a ``JSONPathError`` of the kind `limit`.
    public func nodes(
        in value: JSONValue, stepLimit: Int = 10_000_000
    ) throws(JSONPathError) -> [Node] {
        var evaluation = PathEvaluation(root: value, dialect: dialect, stepLimit: stepLimit)
        return try evaluation.nodes(of: query, at: Node(value: value, trail: .root))
    }

    /// Finds the values at the places that are found by ``nodes(in:stepLimit:)``.
    public func values(
        in value: JSONValue, stepLimit: Int = 10_000_000
    ) throws(JSONPathError) -> [JSONValue] {
        try nodes(in: value, stepLimit: stepLimit).map(\.value)
    }

    /// Finds the values and takes what that costs from the steps that several searches share.
    public func values(
        in value: JSONValue, stepsLeft: inout Int
    ) throws(JSONPathError) -> [JSONValue] {
        var evaluation = PathEvaluation(root: value, dialect: dialect, stepLimit: stepsLeft)
        defer { stepsLeft = max(0, evaluation.stepsLeft) }
        return try evaluation.nodes(of: query, at: Node(value: value, trail: .root)).map(\.value)
    }
}

extension JSONPath: Hashable {
    /// Compares the texts byte by byte, and the dialects.
    public static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.dialect == right.dialect && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONPath: CustomStringConvertible {
    /// The path as it was written.
    public var description: String { text }
}
