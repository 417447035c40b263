import InspectorCanvas

extension Keymap {
    /// The sequences behind `'`, which stand for saved filters.
    static let views: [Binding] =
        [
            Binding(
                keys: ["'"], places: Place.home, intent: .find(.views), group: .finding,
                help: "choose a saved view", footer: "views")
        ]
        + SavedViews.digits.map { digit in
            Binding(
                keys: ["'", .digit(digit)], places: Place.home, intent: .find(.view(digit)),
                group: .finding,
                help: "show what view \(digit) finds, and again all", requirement: .view(digit))
        }
        + SavedViews.digits.map { digit in
            Binding(
                keys: ["'", "s", .digit(digit)], places: Place.home, intent: .find(.saveView(digit)),
                group: .finding, help: "save the filter as view \(digit)", requirement: .filterText)
        }
}

extension Binding {
    /// A few words on what it does; nil for a view that nobody has saved.
    func brief(in state: State) -> String? {
        if case .find(.view(let digit)) = intent { return state.list.views[digit] }
        if case .find(.saveView(let digit)) = intent {
            return state.list.views[digit].map { "over \($0)" } ?? "as view \(digit)"
        }
        return footer ?? help
    }

    /// Its effect, for the palette; nil for a view that nobody has saved.
    func help(with views: SavedViews) -> String? {
        guard case .find(.view(let digit)) = intent else { return help }
        return views[digit].map { "show what view \(digit) finds: \($0)" }
    }
}
