extension State {
    /// Asks what a request wants to know, or sends it when there is nothing left to ask.
    mutating func ask(_ question: SendQuestion) -> [Effect] {
        if overlays.top is SendQuestion { overlays.removeTop() }
        guard question.stage != nil else { return [question.effect] }
        var question = question
        question.offer(earlierAnswers, isBeginning: true)
        overlays.add(question)
        return []
    }

    /// Remembers what a prompt is answered, for the next time that it is asked.
    mutating func rememberAnswer(of question: SendQuestion) {
        guard let prompt = question.prompt, !prompt.isSecret, !question.field.text.isEmpty else { return }
        let others = (earlierAnswers[prompt.name] ?? []).filter { $0 != question.field.text }
        earlierAnswers[prompt.name] = [question.field.text] + others.prefix(19)
    }

    /// Allows what a request has asked for, and sends it.
    mutating func allow(forGood isForGood: Bool) -> [Effect] {
        guard var question = overlays.top as? SendQuestion, question.stage == .trust else { return [] }
        question.allow(forGood: isForGood)
        return ask(question)
    }
}

extension SendQuestion {
    /// Offers the answers of before.
    mutating func offer(_ answers: [String: [String]], isBeginning: Bool = false) {
        let known = prompt.flatMap { answers[$0.name] } ?? []
        completion = Completion(
            .init(text: field.text), of: known.map { .init(text: $0) },
            purpose: isBeginning ? .beginning : .writing)
    }

    /// The effect that sends the request, or uses the mocks, with the answers.
    fileprivate var effect: Effect {
        switch subject {
        case .saved(let reference): .saved(.send(reference, answers))
        case .draft(let draft): .draft(.send(draft, answers))
        case nil: .mock(.allow(answers))
        }
    }
}
