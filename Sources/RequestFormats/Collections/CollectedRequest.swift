import ClientEngine

/// A request of a collection, as text: variables are not filled in.
public struct CollectedRequest: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// What is written about it, possibly several lines.
    public var about: String
    /// The method.
    public var method: String
    /// The URL with its query.
    public var url: String
    /// The version of HTTP that must be used; nil leaves it to client and server.
    public var version: HTTPVersion?
    /// The headers in their order; those switched off become comments.
    public var headers: [Field]
    /// The names of headers and parameters whose values are credentials, whatever the names say.
    public var credentials: Set<String>
    /// The body.
    public var body: Body
    /// Directives, each without its marker, as in `@no-redirect` or `@timeout 5s`.
    public var directives: [String]
    /// Lines kept as comments: scripts of the other program, for instance.
    public var comments: [String]
    /// What only `.http` files have: scripts, assertions behind the body, files for the response.
    public var attachments: [Attachment]

    /// Creates a request.
    public init(name: String, method: String = "GET", url: String) {
        self.name = name
        self.about = ""
        self.method = method
        self.url = url
        self.headers = []
        self.credentials = []
        self.body = .none
        self.directives = []
        self.comments = []
        self.attachments = []
    }

    /// A name and a value that can be switched off.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String
        /// Tells whether it is sent.
        public var isEnabled: Bool

        /// Creates a field.
        public init(_ name: String, _ value: String, isEnabled: Bool = true) {
            self.name = name
            self.value = value
            self.isEnabled = isEnabled
        }
    }

    /// A body.
    public enum Body: Sendable, Hashable {
        /// No body.
        case none
        /// Text as it is sent.
        case text(String)
        /// Fields of `application/x-www-form-urlencoded`, not yet encoded.
        case form([Field])
        /// Parts of `multipart/form-data`.
        case multipart([Part])
        /// The bytes of a file.
        case file(path: String)
        /// A GraphQL query and its variables as JSON text, which may be empty.
        case graphQL(query: String, variables: String)
    }

    /// A part of a multipart form.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public var name: String
        /// What it holds.
        public var content: Content
        /// The media type, where it is said.
        public var contentType: String?
        /// Tells whether it is sent.
        public var isEnabled: Bool

        /// Creates a part.
        public init(_ name: String, _ content: Content, contentType: String? = nil, isEnabled: Bool = true) {
            self.name = name
            self.content = content
            self.contentType = contentType
            self.isEnabled = isEnabled
        }

        /// What a part can hold.
        public enum Content: Sendable, Hashable {
            /// Text.
            case text(String)
            /// The bytes of a file, and the name it is sent under where that differs.
            case file(path: String, filename: String?)
        }
    }
}
