/// An answer that somebody has written, or changed, for another program.
package struct EditedAnswer: Sendable, Hashable {
    /// The head, with the length of the body.
    package var head: ResponseHead
    package var body: [UInt8]

    package init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

extension Client {
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
