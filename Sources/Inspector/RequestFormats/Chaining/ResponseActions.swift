import EngineJSON

/// The actions of a saved request once its response is there, in the order of the document.
///
///     # @capture token = body.access_token      a variable for the requests after it
///     # @assert status == 200                   something to check
///     ?? body items.length > 0                  the same, as httpyac writes it
///     > {% client.assert(response.status === 200) %}    a script, where it says no more than that
///     >> answer.json                            a file for the body
public struct ResponseActions: Sendable, Hashable {
    /// One thing to do.
    public enum Step: Sendable, Hashable {
        /// Keep a value.
        case capture(Capture)
        /// Check something.
        case assertion(Assertion)
        /// Say something: pieces of text and values.
        case log([Operand], line: Int)
        /// Write the body to a file.
        case save(ResponseFile)
        /// Something that is kept in the document and not run, and why.
        case notRun(text: String, reason: String, line: Int)
    }

    /// A value that a script or a capture names.
    public enum Operand: Sendable, Hashable {
        /// A value that is written there.
        case literal(JSONValue)
        /// A part of the response.
        case part(ResponsePart)
    }

    /// A file that a body is written to: `>> path`, or `>>! path`.
    public struct ResponseFile: Sendable, Hashable {
        /// The path as written, with its references.
        public var path: String
        /// Indicates whether a file of that name is replaced; otherwise a new name is found.
        public var replaces: Bool
        /// The line, from 1.
        public var line: Int
    }

    /// The things to do.
    public var steps: [Step]

    /// Finds what a request asks for.
    public init(of saved: SavedRequest) {
        steps = []
        guard !saved.directives.isEmpty || !saved.attachments.isEmpty else { return }
        let directives = saved.directives.compactMap(Self.step)
        let attachments = saved.attachments.flatMap(Self.steps)
        steps = (directives + attachments).sorted { $0.line < $1.line }
    }

    /// The names of the variables that it brings.
    public var captured: [String] {
        steps.compactMap { step in
            if case .capture(let capture) = step { capture.name } else { nil }
        }
    }

    /// The statements that are not run, by line.
    public var unrun: [Diagnostic] { Self.unrun(steps) }

    /// Returns a warning for each script and `run` line of a block without a request.
    static func unrun(in attachments: [Attachment]) -> [Diagnostic] {
        unrun(attachments.flatMap { steps($0) })
    }

    private static func unrun(_ steps: [Step]) -> [Diagnostic] {
        steps.compactMap { step in
            guard case .notRun(let text, let reason, let line) = step else { return nil }
            let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
            return Diagnostic(.warning, line: line, "not run: \(first): \(reason)")
        }
    }

    var files: [ResponseFile] {
        steps.compactMap { step in
            if case .save(let file) = step { file } else { nil }
        }
    }

    var templates: [String] {
        steps.flatMap { step -> [String] in
            switch step {
            case .assertion(let assertion): assertion.templates
            case .save(let file): [file.path]
            case .capture, .log, .notRun: []
            }
        }
    }

    // MARK: Reading

    private static func step(_ directive: Directive) -> Step? {
        let line = directive.line
        do throws(BodyPath.SyntaxError) {
            switch directive.key {
            case "assert": return .assertion(try Assertion(parsing: directive.argument, line: line))
            case "until": return .assertion(try Polling(.init(directive.argument), line: line).condition)
            case "capture": return .capture(try Capture(parsing: directive.argument, line: line))
            default: return nil
            }
        } catch {
            let text = "@\(directive.name) \(directive.argument)"
            return .notRun(text: text, reason: error.message, line: line)
        }
    }

    private static func steps(_ attachment: Attachment) -> [Step] {
        let (text, line) = (attachment.text, attachment.line)
        switch attachment.kind {
        case .assertion:
            do throws(BodyPath.SyntaxError) {
                return [.assertion(try Assertion(parsing: String(text.dropFirst(2)), line: line))]
            } catch {
                return [.notRun(text: text, reason: error.message, line: line)]
            }
        case .saveResponse:
            let replaces = text.hasPrefix(">>!")
            let path = text.dropFirst(replaces ? 3 : 2).trimmedBlanks
            return [.save(ResponseFile(path: String(path), replaces: replaces, line: line))]
        case .responseHandler:
            return ScriptReader.steps(of: text, line: line)
                ?? [.notRun(text: text, reason: "needs JavaScript", line: line)]
        case .preScript, .scriptBlock:
            return [.notRun(text: text, reason: "needs JavaScript", line: line)]
        // An earlier response, kept beside the request for comparison.
        case .responseReference: return []
        case .reference:
            if text.trimmedBlanks.hasPrefix("import ") { return [] }
            return [.notRun(text: text, reason: "no requests are sent by it", line: line)]
        }
    }
}

extension ResponseActions.Step {
    var line: Int {
        switch self {
        case .capture(let capture): capture.line
        case .assertion(let assertion): assertion.line
        case .save(let file): file.line
        case .log(_, let line), .notRun(_, _, let line): line
        }
    }
}
