import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

extension Planner {
    /// Returns the result for a request that somebody wants to send: a question, jobs, or why it cannot be sent.
    func answer(to subject: SendQuestion.Subject, _ answers: SendAnswers) -> DiskQueue.Answer {
        do throws(Workspace.WorkspaceError) {
            switch try plan(subject, answers) {
            case .question(let inquiry): return .messages([.ask(SendQuestion(subject, inquiry))])
            case .jobs(let jobs):
                let end: [Message] = if case .draft = subject { [.draft(.sent)] } else { [] }
                return .planned(jobs, end)
            }
        } catch {
            return .messages([refusal(error, before: subject, answers)])
        }
    }

    private func plan(
        _ subject: SendQuestion.Subject, _ answers: SendAnswers
    ) throws(Workspace.WorkspaceError) -> Outcome {
        switch subject {
        case .saved(let reference): try plan(reference, answers: answers)
        case .draft(let draft): try plan(draft, answers: answers)
        }
    }

    /// Asks what a person can allow, with what else the files want, so that it is asked once; says why anything else cannot
    /// be sent.
    private func refusal(
        _ failure: Workspace.WorkspaceError, before subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> Message {
        guard let wish = failure.wish, !answers.granted.contains(wish), subject.mayAsk(for: wish.ask) else {
            return .notice(Notice(failure))
        }
        let wishes = TrustQuestion(
            workspace.title, needed: wish, others: workspace.wishes(besides: answers))
        return .ask(SendQuestion(subject, wishes: wishes, answers: answers))
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

extension SendQuestion.Subject {
    /// Indicates whether a person can be asked for something: who writes a path into the form knows which file it names, and who fires
    /// a request of somebody else's file need not.
    fileprivate func mayAsk(for ask: Ask) -> Bool {
        switch (self, ask) {
        case (.saved, .outsideFile): false
        default: true
        }
    }

    /// The title of the work that precedes sending.
    var title: String {
        switch self {
        case .saved(let reference): "reading \(reference.file.fileName)"
        case .draft: "filling the draft in"
        }
    }
}
