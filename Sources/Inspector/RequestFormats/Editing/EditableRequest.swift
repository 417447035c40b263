import ClientEngine

/// A request as text that people edit: what importers make, exporters take, forms show, and `.http` files hold.
///
/// All its texts may hold `{{name}}` references, and nothing is filled in. A parameter, a header or a field that is
/// switched off is one that is written and not sent.
public struct EditableRequest: Sendable, Hashable {
    /// The name; empty where none is written.
    public var name: String
    /// The description, possibly several lines.
    public var about: String
    /// Directives, each without its marker, as in `@no-redirect` or `@timeout 5s`.
    public var directives: [String]
    /// Lines kept as comments: scripts of another program, for instance.
    public var comments: [String]
    /// The parts that only `.http` files have: scripts, assertions behind the body, files for the response.
    public var attachments: [Attachment]
    /// The method.
    public var method: String
    /// The URL, which may hold parameters.
    public var url: String
    /// Further parameters, percent-encoded where they have to be; those that are switched off.
    public var query: [Field]
    /// The version of HTTP that must be used; nil leaves it to client and server.
    public var version: HTTPVersion?
    /// The headers in their order.
    public var headers: [Field]
    /// The names of headers and parameters whose values are credentials, whatever the names say.
    public var credentials: Set<String>
    /// The body.
    public var body: EditableBody
    /// The lines that stood above the request line in its file, each with its end; they are written as they are.
    public var leading: String
    /// The lines that stood behind its body in its file; they are written as they are.
    public var trailing: String
    /// The line end of its file.
    public var lineEnd: String
    /// The separator between the fields of a form.
    public var fieldSeparator: String

    /// Creates a request.
    public init(name: String = "", method: String = "GET", url: String) {
        self.name = name
        about = ""
        directives = []
        comments = []
        attachments = []
        self.method = method
        self.url = url
        query = []
        headers = []
        credentials = []
        body = .none
        leading = ""
        trailing = ""
        lineEnd = "\n"
        fieldSeparator = "\n&"
    }

    /// A name and a value that can be switched off.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String {
            didSet { if name != oldValue { spelling = nil } }
        }
        /// The value.
        public var value: String {
            didSet { if value != oldValue { spelling = nil } }
        }
        /// Indicates whether it is sent.
        public var isEnabled: Bool
        /// Indicates whether it is written without a mark between name and value, as long as it has no value.
        public var isBare: Bool
        /// Indicates whether a folder above the request gave it; no part of what it is.
        var isInherited = false
        /// The line that it was read from, while name and value are those of the line; no part of what it is.
        private(set) var spelling: String?

        /// Creates a field.
        public init(_ name: String, _ value: String, isEnabled: Bool = true, isBare: Bool = false) {
            self.name = name
            self.value = value
            self.isEnabled = isEnabled
            self.isBare = isBare
        }

        init(_ name: String, _ value: String, spelling: String) {
            self.init(name, value)
            self.spelling = spelling
        }

        /// Compares what fields are, and not how their lines were written.
        public static func == (left: Field, right: Field) -> Bool {
            left.name == right.name && left.value == right.value && left.isEnabled == right.isEnabled
                && left.isBare == right.isBare
        }

        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
            hasher.combine(isEnabled)
            hasher.combine(isBare)
        }
    }
}

/// The body of a request that is edited.
public enum EditableBody: Sendable, Hashable {
    /// No body.
    case none
    /// Text; none of its lines is markup.
    case text(String)
    /// Lines as they stand in a file: `< path` is the content of a file.
    case lines(String)
    /// Fields of `application/x-www-form-urlencoded`, encoded as they are sent.
    case form([EditableRequest.Field])
    /// Parts of `multipart/form-data`.
    case multipart([Part])
    /// The content of a file, sent as it is.
    case file(path: String)
    /// A GraphQL query and its variables as JSON text, which may be empty.
    case graphQL(query: String, variables: String)

    /// A part of a multipart form.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public var name: String
        /// The content.
        public var content: MultipartForm.Part.Content
        /// The media type; nil is none for text, and that of its ending for a file.
        public var contentType: String?
        /// The file name to give; nil is none for text, and its own for a file.
        public var filename: String?
        /// Indicates whether it is sent.
        public var isEnabled: Bool

        /// Creates a part.
        public init(
            _ name: String, _ content: MultipartForm.Part.Content, contentType: String? = nil,
            filename: String? = nil, isEnabled: Bool = true
        ) {
            self.name = name
            self.content = content
            self.contentType = contentType
            self.filename = filename
            self.isEnabled = isEnabled
        }
    }
}
