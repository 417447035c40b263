/// A `.http` document: its bytes, never changed by reading, and what they mean.
///
/// One bad request does not hide the others: it stays in ``requests`` with its errors.
public struct HTTPFile: Sendable {
    /// The ways to settle differences between the dialects.
    public enum Dialect: Sendable, Hashable {
        /// The syntax that most programs read.
        case union
        /// The draft of http-files.org to the letter.
        case strict
    }

    /// A stretch of the document from one separator to the next; all of them together are the whole document.
    public struct Block: Sendable, Hashable {
        /// The bytes, its separator included.
        public var bytes: Range<Int>
        /// The first line, from 1.
        public var line: Int
        /// The text behind `###`.
        public var title: String?
        /// The index of its request in ``HTTPFile/requests``.
        public var request: Int?
    }

    /// A line `@name = value`.
    public struct Definition: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value as written, trimmed.
        public var value: Template.Piece
        /// The line, from 1.
        public var line: Int
    }

    /// A line `import path`, or `# @import path`: requests of another document that this one may name.
    public struct Import: Sendable, Hashable {
        /// The path as written.
        public var path: String
        /// The line, from 1.
        public var line: Int
        /// The column of the path, from 1.
        public var column: Int
    }

    /// The name of the document, for messages.
    public let path: String
    /// The document as it was read.
    public let bytes: [UInt8]
    /// The dialect it was read by.
    public let dialect: Dialect
    /// The stretches between separators.
    public let blocks: [Block]
    /// The requests in their order, also those with errors.
    public let requests: [SavedRequest]
    /// The variable definitions in their order.
    public let definitions: [Definition]
    /// The imports in their order.
    public let imports: [Import]
    /// The settings before the first request, which hold for all requests that do not name them.
    public let defaults: [DefaultSetting]
    /// Everything worth saying, by line.
    public let diagnostics: [Diagnostic]

    /// The largest document that is read.
    public static let maximumSize = 64 << 20
    /// The maximum number of separators in a document.
    public static let maximumBlocks = 250_000

    /// The maximum number of bytes of a line outside of a body, and of a URL.
    public static let maximumLine = 1 << 20

    /// Reads a document.
    ///
    /// Never fails: what is wrong stands in ``diagnostics``.
    public init(parsing bytes: [UInt8], path: String, dialect: Dialect = .union) {
        var parser = HTTPFileParser(bytes.count > Self.maximumSize ? [] : bytes, dialect: dialect)
        if bytes.count > Self.maximumSize {
            parser.refuse("The file is larger than 64 MiB.", line: 1, column: 1)
        } else if let place = parser.source.invalidEncoding {
            parser.refuse("The file is not UTF-8.", line: place.line, column: place.column)
        } else {
            parser.parse()
        }
        self.path = path
        self.bytes = bytes
        self.dialect = dialect
        blocks = parser.blocks
        requests = parser.requests
        definitions = parser.definitions
        imports = parser.imports
        defaults = parser.defaults
        diagnostics = parser.sortedDiagnostics
    }

    /// Reads a document from text.
    public init(parsing text: String, path: String, dialect: Dialect = .union) {
        self.init(parsing: Array(text.utf8), path: path, dialect: dialect)
    }

    /// The diagnostics of the document itself, and of none of its requests.
    public var ownDiagnostics: [Diagnostic] {
        guard !diagnostics.isEmpty else { return [] }
        let ofRequests = Set(requests.flatMap(\.diagnostics))
        return diagnostics.filter { !ofRequests.contains($0) }
    }

    /// The settings and definitions that a request sees outside of its block, as a text to put before the block.
    package func surroundings(of saved: SavedRequest) -> String {
        let definitions = definitions.filter { !saved.lines.contains($0.line) }
            .map { "@\($0.name) = \($0.value.text)\n" }.joined()
        guard !defaults.isEmpty else { return definitions }
        let settings = defaults.map { setting in
            switch setting.content {
            case .header: "# @header \(setting.text)\n"
            case .directive: "\(setting.text)\n"
            }
        }
        return settings.joined() + definitions + "###\n"
    }

    /// Indicates whether anything in it is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
