import InspectorCanvas

extension Keymap {
    /// The key that compares, and those of a comparison.
    static let comparing: [Binding] = [
        bind(
            "d", in: tasksAndDetail, .comparison(.show), .comparing,
            "compare the two marked tasks, or the selected task or attempt with the one before"
        ).requiring(.task),
        bind("n", in: [.comparison], .comparison(.next), .comparing, "next difference")
            .inFooter("next"),
        bind("N", in: [.comparison], .comparison(.previous), .comparing, "previous difference")
            .inFooter("previous"),
        bind(
            .enter, in: [.comparison], .pane(.accept), .comparing, "unfold what is the same, or fold it again"
        ).inFooter("unfold"),
        bind(" ", in: [.comparison], .pane(.accept), .comparing, "unfold what is the same, or fold it again"),
        bind("+", in: [.comparison], .comparison(.unfoldAll), .comparing, "unfold all that is the same")
            .inFooter("unfold all"),
        bind("-", in: [.comparison], .comparison(.foldAll), .comparing, "fold all that is the same"),
        bind("x", in: [.comparison], .comparison(.columns), .comparing, "show it in two columns, or in one")
            .inFooter("columns"),
    ]
}
