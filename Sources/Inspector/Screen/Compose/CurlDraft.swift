import ClientEngine
import RequestFormats

/// A curl command line as a draft, and what is not in it.
struct CurlDraft: Equatable, Sendable {
    var draft: Draft
    var notes: [String]

    /// Reads a line that was pasted or typed; nil when it is no curl command.
    init?(line text: String) throws(CurlCommand.SyntaxError) {
        guard Self.isCommand(text) else { return nil }
        let command = try CurlCommand(line: text)
        var request = command.request
        // Following redirects is what drafts do unless they say otherwise.
        if request.followsRedirects == true { request.followsRedirects = nil }
        let seed = Draft.writing(request)
        draft = seed.draft
        notes = command.notes + seed.warnings
        for case .writes(let path) in command.switches { notes.append("-o \(path) is left out.") }
        for case .writesOut(let format) in command.switches { notes.append("-w \(format) is left out.") }
        if command.switches.contains(.usesRemoteName) { notes.append("-O is left out.") }
        if command.switches.contains(.insecure) { notes.append("-k is left out: certificates are checked.") }
        if let form = command.form { replaceBody(with: form) }
    }

    /// Returns whether a text is meant for a shell; a name alone may be a host.
    static func isCommand(_ text: String) -> Bool {
        var words = text.split(maxSplits: 3, whereSeparator: \.isWhitespace)[...]
        if words.first == "$" || words.first == "%" { words.removeFirst() }
        guard words.count > 1, let first = words.first else { return false }
        return first == "curl" || first == "curl.exe" || first.hasSuffix("/curl")
    }

    /// Takes a form over as rows; what a row cannot express becomes a warning.
    private mutating func replaceBody(with form: MultipartForm) {
        draft.bodyKind = .multipart
        draft.text = ""
        draft.headers.removeAll { $0.name.lowercased() == "content-type" }
        let parts = form.parts.map(EditableBody.Part.init)
        draft.parts = parts.map(Draft.Row.init)
        for (part, written) in zip(form.parts, parts.map(\.sent)) where part.head != written.head {
            notes.append("Not carried over: the type or file name of the part “\(part.name)”.")
        }
    }
}

extension Draft {
    /// A draft of a request, and what its text cannot say.
    static func writing(_ request: Request) -> (draft: Draft, warnings: [String]) {
        let output = HTTPFileWriter.text(for: request)
        return (Draft(reading: output.text) ?? Draft(), output.warnings)
    }
}
