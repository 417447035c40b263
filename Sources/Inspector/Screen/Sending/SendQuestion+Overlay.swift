import InspectorCanvas

extension SendQuestion: Overlay {
    static let places: [Place] = [.confirm, .prompt, .trust]
    static let bindings = [
        Binding(.enter, in: [.prompt], .pane(.accept), .questions, "take the value").inFooter("send"),
        Binding("y", in: [.trust], .app(.allow), .questions, "allow it to the folder, and remember that")
            .inFooter("yes, always"),
        Binding("o", in: [.trust], .app(.allowOnce), .questions, "allow it for this time").inFooter("once"),
        Binding("n", in: [.trust], .pane(.back), .questions, "no").inFooter("no"),
    ]

    var place: Place {
        switch stage {
        case .note: .confirm
        case .prompt: .prompt
        case .trust, nil: .trust
        }
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard place == .prompt else { return false }
        let before = field.text
        var field = field
        let isOfMenu = completion.press(key) { field.insert($0.text, replacing: $1.text.count, $1.behind) }
        guard isOfMenu || field.apply(key, clipboard: &state.clipboard) else { return false }
        self.field = field
        if field.text != before { offer(state.earlierAnswers) } else if !isOfMenu { completion = nil }
        return true
    }

    func accept(in state: inout State) -> [Effect] {
        var question = self
        switch stage {
        case .note: question.confirm()
        case .prompt:
            state.rememberAnswer(of: question)
            question.answer()
        // Enter is not enough for that: there are keys of their own.
        case .trust, nil:
            state.overlays.removeTop()
            return []
        }
        return state.ask(question)
    }

    func footer(_ state: State) -> FooterContent {
        switch stage {
        case .note: .longQuestion(note.flatMap { $0.isEmpty ? nil : $0 } ?? "Send this request?")
        // A value that is a secret is shown by its length alone.
        case .prompt:
            .field(
                prompt?.isSecret == true ? field.masked(by: "•") : field,
                label: DisplayText(untrusted: label + ": "))
        case .trust, nil: .longQuestion(wishes?.text ?? "")
        }
    }
}

extension Place {
    static let prompt = Place("prompt", .field, titled: "question")
    static let trust = Place("trust", .question, titled: "question")
}
