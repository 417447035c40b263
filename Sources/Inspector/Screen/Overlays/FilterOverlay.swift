import InspectorCanvas

/// The field of the list's filter, which holds while it is typed.
struct FilterOverlay: Overlay {
    private var field: TextField

    var place: Place { .filter }
    var isTyping: Bool { true }
    var coversPanes: Bool { false }

    init(_ text: String) {
        field = TextField(text)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        state.changeFilter(to: field.text)
        return true
    }

    mutating func move(_ motion: Motion, in state: inout State) { state.moveInList(motion) }

    func goBack(in state: inout State) {
        state.overlays.removeTop()
        state.changeFilter(to: "")
    }

    func footer(_ state: State) -> FooterContent {
        .field(
            field, label: "/", note: "\(state.list.shown.count)/\(state.tasks.count)",
            mistake: state.list.filter.problem?.column)
    }

    func complaint(_ state: State) -> String? { state.list.filter.complaint }
}
