import InspectorCanvas

extension Keymap {
    /// The keys of the form that a request is written in.
    static let drafts: [Binding] =
        [
            Binding(.enter, in: [.draft], .pane(.accept), .drafts, "send the draft").inFooter("send"),
            Binding(.enter, in: [.draftField], .pane(.accept), .drafts, "leave the line").inFooter("done"),
            Binding(.enter, in: [.draftPath], .pane(.accept), .drafts, "save the draft there").inFooter(
                "save"),
            Binding("e", in: [.draft], .draft(.edit), .drafts, "type into the selected field").inFooter(
                "edit"),
            Binding(.tab, in: places, .draft(.next), .drafts, "type into the next field")
                .inFooter("next field"),
            Binding(.backTab, in: places, .draft(.previous), .drafts, "type into the previous field"),
            Binding(" ", in: [.draft], .draft(.toggle), .drafts, "switch the row off or on, choose the next")
                .inFooter("off/on"),
            Binding(.left, in: [.draft], .move(.left), .drafts, "choose the one before; go to the name"),
            Binding(.right, in: [.draft], .move(.right), .drafts, "choose the one behind; go to the value"),
            Binding("D", in: [.draft], .draft(.delete), .drafts, "delete the row"),
            Binding("W", in: [.draft], .draft(.save), .drafts, "save into the .http file").inFooter("save"),
            Binding(nil, in: [.draft], .draft(.reveal), .drafts, "show the secrets, or hide them again"),
            Binding("E", in: [.draft], .task(.openEditor), .drafts, "go on in $EDITOR").inFooter("editor"),
            Binding("v", in: [.draft], .app(.environments), .program, "choose the environment")
                .requiring(.anyEnvironment),
        ] + questions

    private static let places: Set<Place> = [.draft, .draftField, .draftBody]

    private static let questions: [Binding] = [
        Binding(
            "o", in: [.draftConflict], .draft(.overwrite), .questions, "overwrite the request in the file"
        )
        .inFooter("overwrite"),
        Binding("a", in: [.draftConflict], .draft(.append), .questions, "save as a new request at the end")
            .inFooter("save as new"),
        Binding(
            "t", in: [.draftConflict], .draft(.takeTheirs), .questions, "go on with what the file says now"
        )
        .inFooter("take theirs"),
        Binding("d", in: [.draftConflict], .draft(.difference), .questions, "show what is different")
            .inFooter("difference"),
        Binding(
            "v", in: [.draftSecrets], .draft(.saveReferences), .questions,
            "save with {{variables}} instead of secrets"
        )
        .inFooter("use a variable"),
        Binding("l", in: [.draftSecrets], .draft(.saveWithoutSecrets), .questions, "save without the secrets")
            .inFooter("leave it out"),
        Binding(.escape, in: [.draftSecrets], .pane(.back), .questions, "save nothing").inFooter("cancel"),
    ]
}
