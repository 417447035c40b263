import InspectorCanvas

extension SendQuestion: Overlay {
    var place: Place {
        switch stage {
        case .note: .confirm
        case .prompt: .prompt
        case .trust, nil: .trust
        }
    }

    var isTyping: Bool { place == .prompt }
    var coversPanes: Bool { false }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        place == .prompt && field.apply(key, clipboard: &state.clipboard)
    }

    func accept(in state: inout State) -> [Effect] {
        var question = self
        switch stage {
        case .note: question.confirm()
        case .prompt: question.answer()
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
