import ClientEngine
import EngineSupport

/// A request as it stands in a `.http` file, before its variables are filled in.
public struct SavedRequest: Sendable, Hashable {
    /// The `@name`.
    public var name: String? { content.value.name }
    /// The text behind `###`.
    public var title: String? { content.value.title }
    /// The number in its file, from 1.
    public var number: Int { content.value.number }
    /// The line of its request line, from 1.
    public var line: Int { content.value.line }
    /// The lines of its block, from 1.
    public var lines: ClosedRange<Int> { content.value.lines }
    /// The method; nil is GET, unless ``target`` is one reference that brings its own.
    public var method: Template? { content.value.method }
    /// The request target.
    public var target: Template { content.value.target }
    /// The version behind the target.
    public var version: HTTPVersion? { content.value.version }
    /// The header lines.
    public var headers: [HeaderTemplate] { content.value.headers }
    /// The body.
    public var body: BodyTemplate { content.value.body }
    /// The directives, known and unknown, in their order.
    public var directives: [Directive] { content.value.directives }
    /// The settings that it takes over from its document, in their order.
    public var inherited: [DefaultSetting] { content.value.inherited }
    /// The options that the known directives ask for, its own and those it takes over.
    public var options: SavedRequestOptions { content.value.options.value }
    /// `@disabled`: not fired when a whole file is.
    package var isDisabled: Bool { content.value.options.value.isDisabled }
    /// Scripts, response handlers, redirections and assertions: recognised and kept, not run.
    public var attachments: [Attachment] { content.value.attachments }
    /// The problems and remarks; with an error it cannot be resolved.
    public var diagnostics: [Diagnostic] { content.value.diagnostics }
    /// The request line as written, without blanks at its end; nil where it is plain: nothing in it is filled in.
    var requestLine: Template.Piece? { content.value.requestLine }
    /// Indicates whether text of its block, or of a file that its body is made of, may be filled in.
    var mayHoldReferences: Bool { content.value.mayHoldReferences }

    /// Behind one reference: a plan copies requests often, and nothing changes them.
    private let content: CopyOnWriteBox<Content>

    /// The parts of a request, while it is read.
    struct Content: Sendable, Hashable {
        var name: String?
        var title: String?
        var number: Int
        var line: Int
        var lines: ClosedRange<Int>
        var method: Template?
        var target: Template
        var version: HTTPVersion?
        var headers: [HeaderTemplate] = []
        var body = BodyTemplate.none
        var directives: [Directive] = []
        var inherited: [DefaultSetting] = []
        /// Large, mostly those of a request without directives, and shared then.
        var options: CopyOnWriteBox<SavedRequestOptions>
        var attachments: [Attachment] = []
        var diagnostics: [Diagnostic] = []
        var requestLine: Template.Piece?
        var mayHoldReferences = false
    }

    init(_ content: CopyOnWriteBox<Content>) {
        self.content = content
    }

    /// The label for people: the name, else the title, else method and target.
    public var label: String {
        name ?? title ?? "\(method?.text ?? "GET") \(target.text)"
    }

    /// Indicates whether nothing in it is an error.
    public var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }
}

/// A line of a header section.
public enum HeaderTemplate: Sendable, Hashable {
    /// A name and a value.
    case field(name: Template.Piece, value: Template.Piece)
    /// A line that is one reference, whose value must be a whole header line.
    case line(Template.Piece)

    /// The number of the line, from 1.
    var number: Int {
        switch self {
        case .field(let name, _): name.line
        case .line(let piece): piece.line
        }
    }
}

/// The body of a saved request.
public struct BodyTemplate: Sendable, Hashable {
    /// A stretch of a body and the line terminator behind it; the last one has none.
    public struct Part: Sendable, Hashable {
        /// The kind.
        public var content: Content
        /// The line terminator between it and the next.
        public var terminator: String
    }

    /// The kinds of stretches.
    public enum Content: Sendable, Hashable {
        /// Text as written, line terminators inside included.
        case text(Template.Piece)
        /// `< path`: the bytes of a file.
        case file(Template.Piece)
        /// `<@ path`: the text of a file, whose references are filled in.
        case template(Template.Piece, encoding: String?)
    }

    /// The stretches.
    public var parts: [Part]

    /// No body.
    public static let none = BodyTemplate(parts: [])

    /// Indicates whether there is no body.
    public var isEmpty: Bool { parts.isEmpty }

    /// Indicates whether references of a file are filled in.
    var hasTemplate: Bool {
        parts.contains { if case .template = $0.content { true } else { false } }
    }
}

/// A comment that carries an instruction: `# @name value`.
public struct Directive: Sendable, Hashable {
    /// The name in lower case without `-`, so that all its spellings are equal.
    public var key: String
    /// The name as written.
    public var name: String
    /// The rest of the line, trimmed; empty when there is none.
    public var argument: String
    /// The line, from 1.
    public var line: Int
    /// The column of the argument, from 1.
    public var column: Int
}

/// Something of the dialects that is kept and not run.
public struct Attachment: Sendable, Hashable {
    /// The kind.
    public enum Kind: String, Sendable, Hashable {
        /// `< {% … %}`, `< file.js` or a script block before the request line.
        case preScript
        /// `{{ … }}` below the request line.
        case scriptBlock
        /// `> {% … %}` or `> file.js` behind the body.
        case responseHandler
        /// `>> file` or `>>! file`.
        case saveResponse
        /// `<> file`.
        case responseReference
        /// `?? …`.
        case assertion
        /// `import …` or `run …`.
        case reference

        /// Indicates whether it stands before the request line; the others stand behind the body.
        var standsInHead: Bool {
            switch self {
            case .preScript, .reference: true
            case .scriptBlock, .responseHandler, .saveResponse, .responseReference, .assertion: false
            }
        }
    }

    /// The kind.
    public var kind: Kind
    /// The text as written.
    public var text: String
    /// The first line, from 1.
    public var line: Int

    var lines: ClosedRange<Int> { line...(line + text.utf8.count { $0 == 0x0A }) }
}

/// The options that the directives of a request ask for.
public struct SavedRequestOptions: Sendable, Hashable {
    /// `@no-redirect`.
    public var followsRedirects: Bool?
    /// `@no-cookie-jar`: neither sends nor keeps cookies.
    public var usesCookies = true
    /// `@unix-socket`: the path; a relative one starts at the folder of the file.
    public var unixSocket: String?
    /// `@timeout`: for one attempt.
    public var timeout: Duration?
    /// `@connection-timeout`.
    public var connectTimeout: Duration?
    /// `@deadline`: for the whole task.
    public var deadline: Duration?
    /// `@retry` and its kin.
    public var retry: RetryPolicy?
    /// `@until`: sent again until its response is the one that is waited for.
    public var until: Polling?
    /// `@disabled`: not fired when a whole file is.
    public var isDisabled = false
    /// `@no-log`: no history.
    public var isLogged = true
    /// `@note`: what to ask before sending; empty for the usual question.
    public var note: String?

    /// Creates options that ask for nothing.
    public init() {}
}
