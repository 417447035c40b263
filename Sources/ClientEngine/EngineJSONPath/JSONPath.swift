import EngineJSON

/// A query for values in a JSON value, in the language of RFC 9535: `$.orders[?@.total > 10].id`.
///
///     text ──parse──▶ segments ──evaluate(value)──▶ nodes: value + location
///
/// The initializer checks the path, including the types of function arguments. An evaluation fails only if it takes too
/// long. Paths are cheap to copy, and several threads may use them at the same time.
public struct JSONPath: Sendable {
    /// The text of the path.
    public let text: String

    /// The dialect in which the path is parsed.
    public let dialect: Dialect

    let query: PathQuery

    /// A dialect of paths.
    public enum Dialect: Hashable, Sendable {
        /// RFC 9535.
        case standard
        /// Jayway's additions to filters, with Jayway's comparisons.
        ///
        /// There are `in […]` and `nin […]`, `=~ /pattern/` with the flag `i`, and `.length()` or `.size()` after a
        /// query. A number equals its text, and a missing value equals `null`.
        case jayway
    }

    /// The largest length of a path in UTF-8 bytes.
    public static var longestText: Int { 16_384 }

    /// Parses a path that starts with `$`.
    ///
    /// - Throws: A ``JSONPathError`` with the column and the reason.
    public init(_ text: String, dialect: Dialect = .standard) throws(JSONPathError) {
        var parser = PathParser(text, dialect: dialect)
        query = try parser.parse()
        self.text = text
        self.dialect = dialect
    }

    /// Creates a path to one location.
    public init(to location: Location) {
        text = location.description
        dialect = .standard
        query = PathQuery(location)
    }

    /// Indicates whether the path finds at most one value in any JSON value.
    public var isSingular: Bool { query.isSingular }

    /// Finds the values in the order of RFC 9535.
    ///
    /// A value may be found more than once.
    ///
    /// - Parameters:
    ///   - value: The value that is the root `$`.
    ///   - stepLimit: The largest number of values visited and steps of regular expressions.
    /// - Returns: The values with their locations, including `null` values.
    /// - Throws: A ``JSONPathError`` of the kind `limit`.
    public func nodes(
        in value: JSONValue, stepLimit: Int = 10_000_000
    ) throws(JSONPathError) -> [Node] {
        var evaluation = PathEvaluation(root: value, dialect: dialect, stepLimit: stepLimit)
        return try evaluation.nodes(of: query, at: Node(value: value, trail: .root))
    }

    /// Finds the values that ``nodes(in:stepLimit:)`` finds, without their locations.
    public func values(
        in value: JSONValue, stepLimit: Int = 10_000_000
    ) throws(JSONPathError) -> [JSONValue] {
        try nodes(in: value, stepLimit: stepLimit).map(\.value)
    }

    /// Finds the values, and subtracts the steps that this took from a number that several searches share.
    public func values(
        in value: JSONValue, stepsLeft: inout Int
    ) throws(JSONPathError) -> [JSONValue] {
        var evaluation = PathEvaluation(root: value, dialect: dialect, stepLimit: stepsLeft)
        defer { stepsLeft = max(0, evaluation.stepsLeft) }
        return try evaluation.nodes(of: query, at: Node(value: value, trail: .root)).map(\.value)
    }
}

extension JSONPath: Hashable {
    /// Returns whether both paths have the same dialect and the same bytes.
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
