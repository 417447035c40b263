import InspectorCanvas

extension Keymap {
    /// The sequences behind `H`, which hold what other programs send and get, and decide about what is held.
    static let holds: [Binding] = [
        Binding(
            keys: ["H"], places: tasksAndDetail, intent: .hold(.choose), group: .holds,
            help: "choose what to hold of this route, or what becomes of it", footer: "hold",
            requirement: .holdable, footerPlaces: tasksAndDetail),
        make("r", .requests, "requests on/off", "hold the next requests of this route, or no longer")
            .requiring(.holdable),
        make("a", .answers, "answers on/off", "hold the next answers of this route, or no longer")
            .requiring(.holdable),
        make("e", .edit, "edit", "edit what is held, and let it go")
            .inFooter("edit", if: .heldTask),
        make("g", .release, "let go", "let what is held go on as it is")
            .inFooter("let go", if: .heldTask),
        make("b", .answer, "answer", "answer the held request by hand, in $EDITOR")
            .inFooter("answer", if: .heldRequest),
        make("x", .releaseAll, "all off", "let all go on that is held, and hold nothing more")
            .requiring(.anyHold),
    ]

    private static func make(_ key: Key, _ verb: HoldVerb, _ brief: String, _ help: String) -> Binding {
        Binding(
            keys: ["H", key], places: tasksAndDetail, intent: .hold(verb), group: .holds, help: help,
            footer: brief)
    }
}
