// Tasks by their numbers, for observers that did not start them.
extension Client {
    /// Cancels a task, unless it is over; see ``RequestTask/cancel(notifying:)``.
    public func cancelTask(_ id: TaskID) { observers.unfinished[id]?.cancel() }

    /// Ends the wait of a task before its next attempt; see ``RequestTask/retryNow()``.
    public func retryTaskNow(_ id: TaskID) { observers.unfinished[id]?.send(.retryNow) }

    /// Has a task make no further attempt.
    public func giveUpTask(_ id: TaskID) { observers.unfinished[id]?.send(.giveUp) }

    /// Adds to the story of a live task of ours that somebody has edited what it sends.
    package func noteEditedRequest(of id: TaskID) { tell(.requestEdited, of: id) }

    /// Adds to the story of a live task of ours that another program gets this answer instead of its own.
    package func note(_ answer: EditedAnswer, of id: TaskID) {
        tell(.answerEdited(answer.head, body: answer.body), of: id)
    }

    private func tell(_ kind: Event.Kind, of id: TaskID) {
        observers.unfinished[id]?.enqueue { $0.tasks[id]?.tell(kind) }
    }
}
