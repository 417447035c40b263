import ClientEngine
import RequestFormats

/// A curl command line as a draft, and what is not in it.
struct CurlDraft: Equatable, Sendable {
    var draft: Draft
    var notes: [String]

    /// Reads a line that was pasted; nil when it is no curl command.
    init?(pasted text: String) throws(CurlCommand.Failure) {
        guard Self.isCommand(text) else { return nil }
        let command = try CurlCommand(line: text)
        var request = command.request
        // Following redirects is what drafts do unless they say otherwise.
        if request.followsRedirects == true { request.followsRedirects = nil }
        let seed = Draft.writing(request)
        draft = seed.draft
        notes = command.notes + seed.losses.map { "Not in the draft: \($0)" }
        for case .writes(let path) in command.switches { notes.append("Not in the draft: -o \(path).") }
        if command.switches.contains(.usesRemoteName) { notes.append("Not in the draft: -O.") }
        if command.switches.contains(.insecure) {
            notes.append("Not carried over: -k. Certificates are checked.")
        }
        if let form = command.form { take(form) }
    }

    private static func isCommand(_ text: String) -> Bool {
        let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        let first = words.first == "$" || words.first == "%" ? words.dropFirst().first : words.first
        return first.map { $0 == "curl" || $0 == "curl.exe" || $0.hasSuffix("/curl") } ?? false
    }

    /// Takes a form over as rows; what a row has no words for is told.
    private mutating func take(_ form: MultipartForm) {
        draft.bodyKind = .multipart
        draft.text = ""
        draft.headers.removeAll { $0.name.lowercased() == "content-type" }
        draft.parts = form.parts.map { part in
            switch part.content {
            case .text(let text): Draft.Row(name: part.name, value: text)
            case .file(let path): Draft.Row(name: part.name, value: "@" + path)
            }
        }
        for (part, written) in zip(form.parts, draft.multipart.parts) where part.head != written.head {
            notes.append("Not carried over: the type or file name of the part “\(part.name)”.")
        }
    }
}

extension Draft {
    /// A draft of a request, and what its text cannot say.
    static func writing(_ request: Request) -> (draft: Draft, losses: [String]) {
        let output = HTTPWriter.text(for: request)
        return (Draft(reading: output.text) ?? Draft(), output.losses)
    }
}
