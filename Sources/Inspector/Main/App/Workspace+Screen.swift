import InspectorScreen
import InspectorValues
import InspectorWorkspace

// What the workspace says, as the screen has it.
extension Workspace {
    /// A draft of a saved request.
    func draft(of reference: SavedEntry.Reference) throws(Failure) -> DraftState {
        let block = try block(of: reference)
        guard let draft = Draft(reading: block.text) else { throw Failure(gone: reference) }
        var state = DraftState(draft)
        state.origin = block.origin
        state.folder = RequestPaths.folder(of: block.origin.path)
        state.definitions = block.definitions
        return state
    }

    /// What a saved request wants to know before it is sent; nil where nothing is left to ask.
    func question(before reference: SavedEntry.Reference, answers: SendAnswers) throws(Failure)
        -> SendQuestion?
    {
        try inquiry(before: reference, answers: answers).map { SendQuestion(.saved(reference), $0) }
    }

    /// What the requests of a draft want to know before they are sent.
    func question(before draft: OutgoingDraft, answers: SendAnswers) -> SendQuestion? {
        inquiry(before: draft, answers: answers).map { SendQuestion(.draft(draft), $0) }
    }

    /// Asks for something that nobody has allowed, and for what else the files want, so that it is asked once.
    func question(
        for wish: Wish, before subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> SendQuestion {
        let wishes = TrustQuestion(title, needed: wish, others: wishes(besides: answers))
        return SendQuestion(subject, wishes: wishes, answers: answers)
    }

    /// Says what a pasted text would become, and in which files; nothing is written.
    func offer(for text: String) throws(Failure) -> ImportOffer {
        do throws(PastedText.Refusal) {
            let taken = definedNames
            return placed(try PastedText(text, besides: taken).offer(besides: taken))
        } catch {
            throw Failure(message: error.message, hint: error.hint)
        }
    }
}

extension SendQuestion {
    fileprivate init(_ subject: Subject, _ inquiry: Inquiry) {
        let prompts = inquiry.prompts.map {
            Prompt(name: $0.variable, about: $0.text, isSecret: $0.isSecret)
        }
        self.init(subject, note: inquiry.note, prompts: prompts)
    }
}

extension Message {
    /// What was found out about the files of the workspace.
    init(_ change: WorkspaceChange) {
        switch change {
        case .files(let files, let environments): self = .workspace(files, environments)
        case .read(let files): self = .savedFiles(files)
        case .environments(let choice): self = .environments(choice)
        case .failure(let failure): self = .notice(Notice(failure))
        case .isPartlyWatched:
            self = .notice(
                .information(
                    "Not all folders can be watched: E on a file reads it again (fs.inotify.max_user_watches)."
                ))
        }
    }
}

extension Notice {
    /// Says that something could not be done.
    init(_ failure: Workspace.Failure) {
        self = .error(failure.message, hint: failure.hint)
    }
}
