import ClientEngine
import ClientEngineRecording

/// A value that somebody must give before a request can be sent: `# @prompt name description`.
public struct Prompt: Sendable, Hashable {
    /// The variable that takes the answer.
    public var variable: String
    /// The question; empty when only the name says it.
    public var text: String
    /// The line, from 1.
    public var line: Int

    /// Indicates whether the answer should not be shown while it is typed.
    public var isSecret: Bool { Redaction.isSecret(variable: variable) }
}

extension SavedRequest {
    /// Everything that must be asked before it can be sent, each variable once.
    public var prompts: [Prompt] {
        var seen: Set<String> = []
        return directives.compactMap { directive -> Prompt? in
            guard directive.key == "prompt" else { return nil }
            let words = directive.argument.split(maxSplits: 1, whereSeparator: { $0.isWhitespace })
            guard let name = words.first, seen.insert(String(name)).inserted else { return nil }
            let text = words.count > 1 ? words[1].trimmedBlanks : ""
            return Prompt(variable: String(name), text: String(text), line: directive.line)
        }
    }
}
