import InspectorCanvas

/// The field of the expression that picks parts of a body, which holds while it is typed.
struct QueryOverlay: Overlay {
    private var field: TextField
    private var history: FieldHistory

    static let places: [Place] = [.query]
    static let bindings = [
        Binding(.enter, in: [.query], .pane(.accept), .questions, "leave the field").inFooter("apply")
    ]

    init(_ text: String, earlier: [String]) {
        field = TextField(text)
        history = FieldHistory(text, earlier: earlier)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        let before = field.text
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        guard field.text != before else { return true }
        history.type(field.text)
        state.detail.query(field.text)
        return true
    }

    /// Goes through the expressions of before.
    mutating func move(_ motion: Motion, in state: inout State) {
        guard motion == .up || motion == .down else { return state.moveInDetail(motion) }
        guard let text = history.move(motion) else { return }
        field = TextField(text)
        state.detail.query(field.text)
    }

    func accept(in state: inout State) -> [Effect] {
        // A wrong expression stays in sight, with what is wrong about it.
        guard state.detail.query?.problem == nil else { return [] }
        state.overlays.removeTop()
        state.detail.rememberQuery()
        return []
    }

    func goBack(in state: inout State) {
        state.overlays.removeTop()
        state.detail.leaveQuery()
    }

    func footer(_ state: State) -> FooterContent {
        let query = state.detail.query
        let note: DisplayText = query?.isRunning == true ? state.settings.glyphs.ellipsis : ""
        return .field(field, label: "| ", note: note, mistake: query?.problem?.column)
    }

    func complaint(_ state: State) -> String? { state.detail.query?.problem?.text }
}

extension Place {
    static let query = Place("query", .field, titled: "field")
}
