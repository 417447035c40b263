extension State {
    /// Asks what a request wants to know, or sends it when there is nothing left to ask.
    mutating func ask(_ question: SendQuestion) -> [Effect] {
        if overlays.top is SendQuestion { overlays.removeTop() }
        guard question.stage != nil else { return [question.effect] }
        overlays.add(question)
        return []
    }

    /// Allows what a request has asked for, and sends it.
    mutating func allow(forGood isForGood: Bool) -> [Effect] {
        guard var question = overlays.top as? SendQuestion, question.stage == .trust else { return [] }
        question.allow(forGood: isForGood)
        return ask(question)
    }
}

extension SendQuestion {
    /// What sends the request with the answers.
    fileprivate var effect: Effect {
        switch subject {
        case .saved(let reference): .sendSaved(reference, answers)
        case .draft(let draft): .sendDraft(draft, answers)
        }
    }
}
