import InspectorScreen
import InspectorValues
import InspectorWorkspace

extension Effects {
    /// Asks what a person can allow; says why anything else cannot be sent.
    func refusal(
        _ failure: Workspace.Failure, before subject: SendQuestion.Subject, _ answers: SendAnswers
    ) -> [Message] {
        guard let wish = failure.wish, !answers.granted.contains(wish) else {
            return [.notice(Notice(failure))]
        }
        return [.ask(workspace.question(for: wish, before: subject, answers))]
    }

    /// Keeps what was allowed for good.
    func remember(_ answers: SendAnswers) -> [Message] {
        guard !answers.remembered.isEmpty else { return [] }
        do throws(FileError) {
            workspace.trust.memory.add(answers.remembered)
            try workspace.trust.memory.save()
            return []
        } catch {
            return [.notice(.error("What you allowed is asked again the next time: \(error)"))]
        }
    }
}
