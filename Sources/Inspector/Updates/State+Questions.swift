extension State {
    /// Asks what a request wants to know, or sends it when there is nothing left to ask.
    mutating func ask(_ question: SendQuestion) -> [Effect] {
        if question.note != nil, !question.answers.isConfirmed {
            overlay = .confirm(.sending(question))
        } else if question.prompt != nil {
            overlay = .prompt(question)
        } else {
            overlay = .none
            return [question.effect]
        }
        return []
    }
}
