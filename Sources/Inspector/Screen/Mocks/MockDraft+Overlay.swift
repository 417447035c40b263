import InspectorCanvas
import InspectorValues

/// The question whether to store a mock: its rule, what it would have matched, and the keys.
extension MockDraft: Overlay {
    static let places: [Place] = [.mockDraft]
    static let bindings = [
        Binding(.enter, in: [.mockDraft], .pane(.accept), .questions, "store the mock").inFooter("store"),
        Binding("+", in: [.mockDraft], .mock(.tighten), .mocks, "match fewer requests").inFooter("narrower"),
        Binding("-", in: [.mockDraft], .mock(.loosen), .mocks, "match more requests").inFooter("wider"),
    ]

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        return [.mock(state.store(self))]
    }

    func footer(_ state: State) -> FooterContent {
        .lines([rule(state.settings.glyphs), consequence])
    }

    private func rule(_ glyphs: Glyphs) -> StyledText {
        var text = StyledText("mock ", .mock.bold)
        text.append(DisplayText(untrusted: match.text), .plain)
        text.append(" \(glyphs.arrow) ", .muted)
        text.append(DisplayText(untrusted: answerText), .plain)
        return text
    }

    private var consequence: StyledText {
        var text = StyledText(matched, .accent)
        if let name = effect.shadowed.first {
            text.append("; shadows \(untrusted: name)", .warn)
            if effect.shadowed.count > 1 { text.append(" and \(effect.shadowed.count - 1) more", .warn) }
        }
        if let name = effect.shadowing { text.append("; \(untrusted: name) is asked first", .warn) }
        return text
    }

    private var matched: DisplayText {
        if effect.asked == 0 { return "nothing was sent yet" }
        if effect.asked == 1, effect.matched == 1 { return "would have matched the one task sent so far" }
        if effect.matched == 1, effect.asked > 1, !requests.isEmpty {
            return "would have matched only this one of the last \(effect.asked)"
        }
        return "would have matched \(effect.matched) of the last \(effect.asked)"
    }
}

extension Place {
    static let mockDraft = Place("mockDraft", .question, titled: "mock")
}
