import InspectorCanvas

/// Asks what becomes of a draft that was closed.
struct DraftConfirmation: Overlay {
    let label: String

    static let places: [Place] = [.draftOffer]
    static let bindings = [
        Binding(.enter, in: [.draftOffer], .pane(.accept), .questions, "resume the draft")
            .inFooter("resume"),
        Binding("n", in: [.draftOffer], .draft(.discard), .questions, "begin an empty draft").inFooter("new"),
    ]

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeAll()
        state.compose.isOpen = true
        return []
    }

    func footer(_ state: State) -> FooterContent { .longQuestion("Resume the draft \(label)?") }
}

extension Place {
    static let draftOffer = Place("draftOffer", .question, titled: "question")
}
