import InspectorCanvas

extension Keymap {
    /// The keys of the form that a request is written in.
    static let drafts: [Binding] =
        [
            bind(.enter, in: [.draft], .pane(.accept), .drafts, "send the draft").inFooter("send"),
            bind(.enter, in: [.draftField], .pane(.accept), .drafts, "leave the line").inFooter("leave"),
            bind(.enter, in: [.draftPath], .pane(.accept), .drafts, "save the draft there").inFooter("save"),
            bind("e", in: [.draft], .draft(.edit), .drafts, "type into the selected field").inFooter("edit"),
            bind(.tab, in: places, .draft(.next), .drafts, "type into the next field")
                .inFooter("next field"),
            bind(.backTab, in: places, .draft(.previous), .drafts, "type into the previous field"),
            bind(" ", in: [.draft], .draft(.toggle), .drafts, "switch the row off or on, choose the next")
                .inFooter("off/on"),
            bind(.left, in: [.draft], .move(.left), .drafts, "choose the one before; go to the name"),
            bind(.right, in: [.draft], .move(.right), .drafts, "choose the one behind; go to the value"),
            bind("D", in: [.draft], .draft(.delete), .drafts, "delete the row"),
            bind("W", in: [.draft], .draft(.save), .drafts, "save into the .http file").inFooter("save"),
            Binding(
                keys: [], places: [.draft], intent: .draft(.reveal), group: .drafts,
                help: "show the secrets, or hide them again"),
            bind("E", in: [.draft], .task(.openEditor), .drafts, "go on in $EDITOR").inFooter("editor"),
            bind("v", in: [.draft], .app(.environments), .program, "choose the environment")
                .requiring(.anyEnvironment),
        ] + questions

    private static let places: Set<Place> = [.draft, .draftField, .draftBody]

    private static let questions: [Binding] = [
        bind("o", in: [.draftConflict], .draft(.overwrite), .questions, "overwrite the request in the file")
            .inFooter("overwrite"),
        bind("a", in: [.draftConflict], .draft(.append), .questions, "save as a new request at the end")
            .inFooter("save as new"),
        bind("t", in: [.draftConflict], .draft(.takeTheirs), .questions, "go on with what the file says now")
            .inFooter("take theirs"),
        bind("d", in: [.draftConflict], .draft(.difference), .questions, "show what is different")
            .inFooter("difference"),
        bind(
            "v", in: [.draftSecrets], .draft(.saveReferences), .questions,
            "save with {{variables}} instead of secrets"
        )
        .inFooter("use a variable"),
        bind("l", in: [.draftSecrets], .draft(.saveWithoutSecrets), .questions, "save without the secrets")
            .inFooter("leave it out"),
        bind(.escape, in: [.draftSecrets], .pane(.back), .questions, "save nothing").inFooter("cancel"),
        bind(.enter, in: [.draftOffer], .pane(.accept), .questions, "resume the draft")
            .inFooter("resume"),
        bind("n", in: [.draftOffer], .draft(.discard), .questions, "begin an empty draft").inFooter("new"),
    ]
}
