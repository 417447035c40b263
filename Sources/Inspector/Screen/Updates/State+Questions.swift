extension State {
    /// Asks what a request wants to know, or sends it when there is nothing left to ask.
    mutating func ask(_ question: SendQuestion) -> [Effect] {
        if question.note != nil, !question.answers.isConfirmed {
            overlay = .confirm(.sending(question))
        } else if question.prompt != nil {
            overlay = .prompt(question)
        } else if question.asksForTrust {
            overlay = .confirm(.trusting(question))
        } else {
            overlay = .none
            return [question.effect]
        }
        return []
    }

    /// Allows what a request has asked for, and sends it.
    mutating func allow(forGood isForGood: Bool) -> [Effect] {
        guard case .confirm(.trusting(var question)) = overlay else { return [] }
        question.allow(forGood: isForGood)
        return ask(question)
    }
}

extension SendQuestion {
    /// What sends the request with the answers.
    fileprivate var effect: Effect {
        switch subject {
        case .saved(let reference): .sendSaved(reference, answers)
        case .draft(let draft): .draft(.send(draft, answers))
        }
    }
}
