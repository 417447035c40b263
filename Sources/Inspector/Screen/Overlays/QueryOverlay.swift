import InspectorCanvas

/// The field of the expression that picks parts of a body, which holds while it is typed.
struct QueryOverlay: Overlay {
    private var field: TextField
    /// The expressions of before, the newest first, and what is being typed in front of them.
    private var history: [String]
    /// The place of the field in it.
    private var age = 0

    var place: Place { .query }
    var isTyping: Bool { true }
    var coversPanes: Bool { false }

    init(_ text: String, earlier: [String]) {
        field = TextField(text)
        history = [text] + earlier.filter { $0 != text }
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        let before = field.text
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        guard field.text != before else { return true }
        age = 0
        history[0] = field.text
        state.query(field.text)
        return true
    }

    /// Goes through the expressions of before.
    mutating func move(_ motion: Motion, in state: inout State) {
        guard motion == .up || motion == .down else { return state.moveInDetail(motion) }
        let next = age + (motion == .up ? 1 : -1)
        guard history.indices.contains(next) else { return }
        age = next
        field = TextField(history[next])
        state.query(field.text)
    }

    func accept(in state: inout State) -> [Effect] {
        // A wrong expression stays in sight, with what is wrong about it.
        guard state.detail.query?.problem == nil else { return [] }
        state.overlays.removeTop()
        return state.keepQuery()
    }

    func goBack(in state: inout State) {
        state.overlays.removeTop()
        state.endQuery()
    }

    func footer(_ state: State) -> FooterContent {
        let query = state.detail.query
        let note: DisplayText = query?.isRunning == true ? state.settings.glyphs.ellipsis : ""
        return .field(field, label: "| ", note: note, mistake: query?.problem?.column)
    }

    func complaint(_ state: State) -> String? { state.detail.query?.problem?.text }
}
