// Tasks by their numbers, for those who see tasks that others have started.
extension Client {
    /// Has a live task carry out a command; does nothing if the client has no such task.
    ///
    /// May be called from any thread.
    public func perform(_ command: TaskCommand, on id: TaskID) {
        switch command {
        case .cancel: observers.unfinished[id]?.cancel()
        case .retryNow, .giveUp: observers.unfinished[id]?.send(command)
        }
    }

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
