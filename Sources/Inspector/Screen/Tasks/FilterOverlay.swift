import InspectorCanvas

/// The field of the list's filter, which holds while it is typed.
struct FilterOverlay: Overlay {
    private var field: TextField
    private(set) var completion: Completion?
    private var history: FieldHistory

    static let places: [Place] = [.filter]
    static let bindings = [
        Binding(
            .tab, in: [.filter], .find(.offer), .finding, "list the words of the filter, or the values of one"
        ).inFooter("words"),
        Binding(.enter, in: [.filter], .pane(.accept), .questions, "leave the field").inFooter("apply"),
    ]

    init(_ text: String, earlier: [String]) {
        field = TextField(text)
        // Typing replaces the filter that is there; a motion keeps it.
        field.selectAll()
        history = FieldHistory(text, earlier: earlier)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        let before = field.text
        var field = field
        let isOfMenu = completion.press(key) { field.insert($0.text, replacing: $1.text.count, $1.behind) }
        guard isOfMenu || field.apply(key, clipboard: &state.clipboard) else { return false }
        self.field = field
        guard field.text != before else {
            if !isOfMenu { completion = nil }
            return true
        }
        history.type(field.text)
        let (start, rest) = field.lineAroundCursor
        completion = rest.isEmpty && !start.isEmpty ? Completion(filter: start, state) : nil
        state.changeFilter(to: field.text)
        return true
    }

    /// Offers what can stand at the cursor: unasked that is done from the first letter on.
    mutating func offer(_ state: State) {
        completion = Completion(filter: field.lineAroundCursor.before, state)
        _ = completion.press(.down) { _, _ in }
    }

    /// Goes through the filters of before.
    mutating func move(_ motion: Motion, in state: inout State) {
        guard motion == .up || motion == .down else { return state.moveInList(motion) }
        guard let text = history.move(motion) else { return }
        field = TextField(text)
        completion = nil
        state.changeFilter(to: field.text)
    }

    func accept(in state: inout State) -> [Effect] {
        // A wrong filter stays in sight, with what is wrong about it.
        guard state.list.filter.problem == nil else { return [] }
        state.overlays.removeTop()
        state.list.rememberFilter()
        return []
    }

    func goBack(in state: inout State) {
        state.overlays.removeTop()
        state.changeFilter(to: "")
    }

    func footer(_ state: State) -> FooterContent {
        .field(
            field, label: "/", note: state.briefHitText,
            mistake: completion == nil ? state.list.filter.problem?.column : nil)
    }

    /// While there is more to choose from, what is there is not wrong yet.
    func complaint(_ state: State) -> String? { completion == nil ? state.list.filter.complaint : nil }
}

extension Place {
    static let filter = Place("filter", .field, titled: "field")
}
