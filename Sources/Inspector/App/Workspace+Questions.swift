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
    func question(
        beforeDraft text: String, folder: String?, mock: Mock?, answers: SendAnswers
    ) -> SendQuestion? {
        let file = HTTPFile(parsing: text, path: "draft", dialect: isStrict ? .strict : .union)
        return question(of: file.requests, for: .draft(text, folder: folder, mock: mock), answers)
    }

    /// The workspace with what was answered: it wins over files and environments, as the command line does.
    func answering(_ answers: SendAnswers) -> Workspace {
        var copy = self
        copy.overrides.merge(answers.values) { given, _ in given }
        return copy
    }

    private func question(
        of requests: [SavedRequest], for subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> SendQuestion? {
        let note = answers.isConfirmed ? nil : requests.lazy.compactMap(\.options.note).first
        var seen = Set(answers.values.keys).union(overrides.keys)
        let prompts = requests.flatMap(\.prompts).filter { seen.insert($0.name).inserted }
        if note == nil, prompts.isEmpty { return nil }
        return SendQuestion(subject, note: note, prompts: prompts)
    }
}

extension SavedRequest {
    /// The variables whose values are asked for: `# @prompt name what it is`.
    fileprivate var prompts: [SendQuestion.Prompt] {
        directives.filter { $0.key == "prompt" }.compactMap { directive in
            let words = directive.argument.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let name = words.first.map(String.init) else { return nil }
            return SendQuestion.Prompt(
                name: name, about: words.count > 1 ? String(words[1]) : "",
                isSecret: Redaction.isSecret(name: name))
        }
    }
}
