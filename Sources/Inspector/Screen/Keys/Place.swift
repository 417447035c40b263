/// The place in which a key is pressed: the part of the screen that has the keys.
enum Place: CaseIterable, Sendable {
    case saved, tasks, detail, body, output
    case mocks, help, helpSearch, environments, report, comparison, statistics, mockDraft, confirm, trust
    case finder, palette, filter, search, query, prompt, savePath
    /// The form of a draft: none of its fields typed into, a line, the body; what is asked before it is saved.
    case draft, draftField, draftBody, draftPath, draftConflict, draftSecrets, draftOffer

    /// The panes of the home screen.
    static let home: Set<Place> = [.saved, .tasks, .detail, .body, .output]
    /// The lists one moves in.
    static let lists: Set<Place> = [
        .saved, .tasks, .detail, .body, .output, .mocks, .help, .environments, .report, .comparison,
        .statistics, .draft,
    ]
    /// The places with a text field, where printable keys type themselves.
    static let fields: Set<Place> = [
        .finder, .palette, .filter, .helpSearch, .search, .query, .prompt, .savePath, .draftField,
        .draftBody, .draftPath,
    ]
    static let everywhere = Set(allCases)
}
