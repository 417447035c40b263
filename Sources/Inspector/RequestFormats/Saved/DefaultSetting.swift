import ClientEngine
import EngineSupport

/// A header or a directive of a file or a folder, for all requests in it that do not name it themselves.
public struct DefaultSetting: Sendable, Hashable {
    /// The kinds of settings.
    public enum Content: Sendable, Hashable {
        /// A header.
        case header(name: Template.Piece, value: Template.Piece)
        /// A directive.
        case directive(Directive)
    }

    /// The header or the directive.
    public var content: Content
    /// The path of the environment file that holds it; `nil` for the document of the request, which holds it in a line.
    public var environmentFile: String?
    /// Indicates whether its value is a secret for where it is written.
    var isSecret = false

    /// The setting as a line of a request: `Name: value`, or a directive in a comment.
    public var text: String {
        switch content {
        case .header(let name, let value): "\(name.text): \(value.text)"
        case .directive(let directive):
            "# @\(directive.name)" + (directive.argument.isEmpty ? "" : " \(directive.argument)")
        }
    }

    /// The name of the header, or that of the directive with its `@`.
    public var name: String {
        switch content {
        case .header(let name, _): name.text
        case .directive(let directive): "@\(directive.name)"
        }
    }

    /// Returns the place that it is written in, as `api.http:3` or `http-client.env.json`, for a request in a document.
    public func place(in document: String) -> String {
        environmentFile.map(\.lastComponent) ?? "\(document.lastComponent):\(line)"
    }

    /// The line of the document, from 1; of no meaning in an environment file.
    public var line: Int {
        switch content {
        case .header(let name, _): name.line
        case .directive(let directive): directive.line
        }
    }

    /// The texts in which references are filled in.
    var pieces: [Template.Piece] {
        switch content {
        case .header(let name, let value): [name, value]
        case .directive(let directive) where directive.hasReferences:
            [.init(directive.argument, line: directive.line, column: directive.column)]
        case .directive: []
        }
    }

    var holdsReference: Bool { pieces.contains { $0.text.holdsReference } }

    var directive: Directive? {
        if case .directive(let directive) = content { directive } else { nil }
    }

    /// The name that a request overrides or drops it by; that of a directive begins with `@`.
    var key: String {
        switch content {
        case .header(let name, _): name.text.lowercased()
        case .directive(let directive): "@" + directive.key
        }
    }
}

extension DefaultSetting {
    /// The keys of the directives that hold for all requests of a file or a folder.
    static let keysOfDirectives: Set<String> = [
        "connectiontimeout", "deadline", "nocookiejar", "noredirect", "retry", "retryalways", "retrybackoff",
        "retrywhen", "timeout", "unixsocket",
    ]

    /// Reads a directive before the first request of a document; `nil` for one that sets nothing.
    ///
    /// - Throws: The diagnostic of a header without a name.
    init?(before directive: Directive) throws(DefaultError) {
        guard directive.key == "header" else {
            guard Self.keysOfDirectives.contains(directive.key) else { return nil }
            content = .directive(directive)
            return
        }
        guard let (head, tail) = directive.argument.cut(at: ":"), String(head).isToken else {
            throw DefaultError(
                diagnostic: Diagnostic(
                    .error, line: directive.line, column: directive.column,
                    "@header: “\(directive.argument)” is not a header.", expected: "# @header Name: value"))
        }
        content = .header(
            name: .init(String(head), line: directive.line, column: directive.column),
            value: .init(
                String(tail.trimmedBlanks), line: directive.line,
                column: directive.column + head.unicodeScalars.count + 1))
    }

    struct DefaultError: Error {
        var diagnostic: Diagnostic
    }
}

/// The names by which a request says itself what a default would say, or drops it.
struct OwnNames {
    private var names: Set<String> = []
    private var dropsAll = false

    init(headers: [HeaderTemplate], directives: [Directive], besides settings: [DefaultSetting] = []) {
        for case .field(let name, _) in headers { names.insert(name.text.lowercased()) }
        for setting in settings { names.insert(setting.key) }
        for directive in directives {
            names.insert("@" + directive.key)
            switch directive.key {
            case "without": drop(directive.argument)
            // It decides alone.
            case "until": names.formUnion(["@retry", "@retrywhen", "@retrybackoff", "@retryalways"])
            default: break
            }
        }
    }

    private mutating func drop(_ argument: String) {
        for word in argument.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
            let name = word.drop { $0 == "@" }.lowercased()
            if name == "*" { dropsAll = true }
            names.formUnion([name, "@" + name.replacingBytes("-", with: "")])
        }
    }

    init(_ request: EditableRequest) {
        let directives = request.leading.split(separator: "\n").compactMap {
            EditableRequest.directive(in: $0)
        }
        self.init(
            headers: request.headers.filter(\.isEnabled).map {
                .field(name: .init($0.name, line: 1), value: .init($0.value, line: 1))
            },
            directives: directives.map {
                Directive(key: $0.key, name: $0.key, argument: $0.value, line: 1, column: 1)
            })
    }

    /// Returns the settings that the request takes over.
    func inherited(of defaults: [DefaultSetting]) -> [DefaultSetting] {
        dropsAll ? [] : defaults.filter { !names.contains($0.key) }
    }
}

extension EditableRequest {
    /// Returns the settings that the request takes over from those of its file and its folder.
    package func inherited(of defaults: [DefaultSetting]) -> [DefaultSetting] {
        OwnNames(self).inherited(of: defaults)
    }
}

extension String {
    fileprivate var lastComponent: String { split(at: "/").last.map(String.init) ?? self }
}
