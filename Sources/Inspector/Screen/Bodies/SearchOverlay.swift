import InspectorCanvas

/// The field of the search in a body.
struct SearchOverlay: Overlay {
    private var field: TextField

    static let places: [Place] = [.search]
    static let bindings = [
        Binding(.enter, in: [.search], .pane(.accept), .questions, "leave the field").inFooter("apply")
    ]

    init(_ text: String) {
        field = TextField(text)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        state.detail.search(field.text)
        return true
    }

    func goBack(in state: inout State) {
        state.overlays.removeTop()
        state.detail.search = BodySearch()
    }

    func footer(_ state: State) -> FooterContent {
        let search = state.detail.search
        let count = search.text.isEmpty ? "" : search.countText(state.settings.glyphs)
        return .field(field, label: "find ", note: count)
    }

    func complaint(_ state: State) -> String? { state.detail.search.problem }
}

extension Place {
    static let search = Place("search", .field, titled: "field")
}
