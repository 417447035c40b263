/// Something that a request file wants beyond sending what stands in it.
public enum Ask: Sendable, Hashable {
    /// To read a variable of the process environment.
    case variable(String)
    /// To be given a value by a person.
    case prompt(String)
    /// To write responses to files of this path, as it stands in the document, with its references.
    case file(String)
    /// To write a response to this file, relative to the folder, although it is one that answers are kept away from.
    case guardedFile(String)
    /// To send this file, which lies outside of the folder; its path is without links.
    case outsideFile(String)
    /// To forward requests that a mock matches to this server, which its origin names (`http://HOST[:PORT]`).
    case forward(String)

    /// To run this command line, without a shell, for the value of a variable.
    case command(String)

    /// The words that stand for it in a file, which ``init(word:)`` reads again.
    public var word: String {
        switch self {
        case .variable(let name): "env:\(name)"
        case .prompt(let name): "prompt:\(name)"
        case .file(let path): "write:\(path)"
        case .guardedFile(let path): "any-file:\(path)"
        case .outsideFile(let path): "read:\(path)"
        case .forward(let origin): "forward:\(origin)"
        case .command(let line): "command:\(line)"
        }
    }

    /// Indicates whether it is a question by itself.
    public var isPrompt: Bool {
        if case .prompt = self { true } else { false }
    }

    /// Reads what ``word`` has written; nil for anything else.
    public init?(word: String) {
        guard let (kind, subject) = word.cut(at: ":") else { return nil }
        let rest = String(subject)
        switch kind {
        case "env": self = .variable(rest)
        case "prompt": self = .prompt(rest)
        case "write": self = .file(rest)
        case "any-file": self = .guardedFile(rest)
        case "read": self = .outsideFile(rest)
        case "forward": self = .forward(rest)
        case "command": self = .command(rest)
        default: return nil
        }
    }
}

extension HTTPFile {
    /// Everything that the document wants beyond sending its requests, each thing once, in its order.
    ///
    /// Anything that only a value says is not among it: a variable that another one names, and what stands in the files of
    /// `<@ file` and in environment files. It is found out when a request is filled in.
    public var asks: [Ask] {
        var seen: Set<Ask> = []
        let ofVariables = definitions.flatMap { Ask.variables(in: $0.value.text, dialect) }
        return (ofVariables + requests.flatMap { $0.asks(dialect) }).filter { seen.insert($0).inserted }
    }
}

extension SavedRequest {
    fileprivate func asks(_ dialect: HTTPFile.Dialect) -> [Ask] {
        let responseActions = ResponseActions(of: self)
        let texts = pieces.map(\.text) + responseActions.templates
        return texts.flatMap { Ask.variables(in: $0, dialect) } + prompts.map { .prompt($0.variable) }
            + responseActions.files.map { .file($0.path) }
    }

    /// Every text of the request in which references are filled in.
    var pieces: [Template.Piece] {
        var pieces = (method?.pieces ?? []) + target.pieces
        for header in headers {
            switch header {
            case .field(let name, let value): pieces += [name, value]
            case .line(let piece): pieces.append(piece)
            }
        }
        for directive in directives where directive.hasReferences {
            pieces.append(.init(directive.argument, line: directive.line, column: directive.column))
        }
        for setting in inherited { pieces += setting.pieces }
        for part in body.parts {
            switch part.content {
            case .text(let piece), .file(let piece), .template(let piece, _): pieces.append(piece)
            }
        }
        return pieces
    }
}

extension Ask {
    /// Returns the variables of the process that a text refers to by their names.
    fileprivate static func variables(in text: String, _ dialect: HTTPFile.Dialect) -> [Ask] {
        guard text.holdsReference else { return [] }
        var found: [Ask] = []
        var scanner = ReferenceScanner(text, dialect: dialect)
        while let token = scanner.next() {
            guard case .reference(.dynamic(let name, let arguments), _) = token else { continue }
            if name == "processEnv", let variable = arguments.first, !variable.hasPrefix("%") {
                found.append(.variable(variable))
            } else if name.hasPrefix("env.") {
                found.append(.variable(String(name.dropFirst(4))))
            }
        }
        return found
    }
}
