import ClientEngine
import RequestFormats

extension Workspace {
    /// What a saved request wants to know before it is sent; nil where nothing is left to ask.
    func question(before reference: SavedEntry.Reference, answers: SendAnswers) throws(Failure)
        -> SendQuestion?
    {
        let file: HTTPFile
        do throws(FileError) {
            file = try parse(reference.file)
        } catch {
            throw Failure(message: error.description)
        }
        let requests = file.requests.filter { $0.number == reference.number }
        return question(of: requests, for: .saved(reference), answers)
    }

    /// What the requests of a draft want to know before they are sent.
    func question(before draft: OutgoingDraft, answers: SendAnswers) -> SendQuestion? {
        let file = HTTPFile(parsing: draft.text, path: "draft", dialect: isStrict ? .strict : .union)
        return question(of: file.requests, for: .draft(draft), answers)
    }

    /// The workspace with what was answered: it wins over files and environments, as the command line does.
    func answering(_ answers: SendAnswers) -> Workspace {
        var copy = self
        copy.overrides.merge(answers.values) { given, _ in given }
        copy.trust.granted.formUnion(answers.granted)
        return copy
    }

    /// Asks for something that nobody has allowed, and for what else the files want, so that it is asked once.
    func question(
        for wish: Trust.Wish, before subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> SendQuestion {
        // Values that people are asked for are named with the rest, and need no leave of their own.
        let others = self.wishes.filter {
            $0.ask.isPrompt || !trust.allows($0) && !answers.granted.contains($0)
        }
        let wishes = TrustQuestion(title, needed: wish, others: others)
        return SendQuestion(subject, wishes: wishes, answers: answers)
    }

    /// What the files want beyond themselves, as far as it can be told in a moment.
    private var wishes: [Trust.Wish] {
        var wishes: [Trust.Wish] = []
        var size = 0
        for file in list().files where size < 8 << 20 {
            guard let parsed = try? parse(file.path),
                let folder = try? TrustedFolder(RequestPaths.folder(of: file.path), trust)
            else { continue }
            size += parsed.bytes.count
            wishes += parsed.asks.map { Trust.Wish(folder: folder.folder.root, ask: folder.judged($0)) }
        }
        return wishes
    }

    private func question(
        of requests: [SavedRequest], for subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> SendQuestion? {
        let note = answers.isConfirmed ? nil : requests.lazy.compactMap(\.options.note).first
        var seen = Set(answers.values.keys).union(overrides.keys)
        let prompts = requests.flatMap(\.prompts).filter { seen.insert($0.variable).inserted }
            .map { SendQuestion.Prompt($0) }
        if note == nil, prompts.isEmpty { return nil }
        return SendQuestion(subject, note: note, prompts: prompts)
    }
}

extension SendQuestion.Prompt {
    fileprivate init(_ prompt: Prompt) {
        self.init(name: prompt.variable, about: prompt.text, isSecret: prompt.isSecret)
    }
}
