import ClientEngine
import InspectorValues
import RequestFormats

extension Workspace {
    /// What a saved request wants to know before it is sent; nil where nothing is left to ask.
    package func inquiry(before reference: SavedEntry.Reference, answers: SendAnswers) throws(Failure)
        -> Inquiry?
    {
        let file: HTTPFile
        do throws(FileError) {
            file = try parse(reference.file)
        } catch {
            throw Failure(message: error.description)
        }
        let requests = file.requests.filter { $0.number == reference.number }
        return inquiry(of: requests, answers)
    }

    /// What the requests of a draft want to know before they are sent.
    package func inquiry(before draft: OutgoingDraft, answers: SendAnswers) -> Inquiry? {
        let file = HTTPFile(parsing: draft.text, path: "draft", dialect: dialect)
        return inquiry(of: file.requests, answers)
    }

    /// The workspace with what was answered: it wins over files and environments, as the command line does.
    package func answering(_ answers: SendAnswers) -> Workspace {
        var copy = self
        copy.overrides.merge(answers.values) { given, _ in given }
        copy.trust.granted.formUnion(answers.granted)
        return copy
    }

    /// What the files want and nobody has allowed, so that it can be asked once.
    package func wishes(besides answers: SendAnswers) -> [Wish] {
        // Values that people are asked for are named with the rest, and need no leave of their own.
        wishes.filter { $0.ask.isPrompt || !trust.allows($0) && !answers.granted.contains($0) }
    }

    /// What the files want beyond themselves, as far as it can be told in a moment.
    private var wishes: [Wish] {
        var wishes: [Wish] = []
        var size = 0
        for file in list().files where size < 8 << 20 {
            guard let parsed = try? parse(file.path),
                let folder = try? TrustedFolder(RequestPaths.folder(of: file.path), trust)
            else { continue }
            size += parsed.bytes.count
            wishes += parsed.asks.map { Wish(folder: folder.folder.root, ask: folder.judged($0)) }
        }
        return wishes
    }

    private func inquiry(of requests: [SavedRequest], _ answers: SendAnswers) -> Inquiry? {
        let note = answers.isConfirmed ? nil : requests.lazy.compactMap(\.options.note).first
        var seen = Set(answers.values.keys).union(overrides.keys)
        let prompts = requests.flatMap(\.prompts).filter { seen.insert($0.variable).inserted }
        return note == nil && prompts.isEmpty ? nil : Inquiry(note: note, prompts: prompts)
    }
}
