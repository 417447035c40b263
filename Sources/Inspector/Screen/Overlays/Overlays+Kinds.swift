extension Overlays {
    /// All that there are, in the order of their keys in the help.
    static let kinds: [any Overlay.Type] = [
        MocksOverlay.self, HelpOverlay.self, EnvironmentsOverlay.self, ReportOverlay.self,
        ComparisonOverlay.self, StatisticsOverlay.self, MockDraft.self, FinderOverlay.self,
        PaletteOverlay.self, FilterOverlay.self, SearchOverlay.self, QueryOverlay.self,
        SaveBodyOverlay.self, ArchiveOverlay.self, SendQuestion.self, DraftConfirmation.self,
        QuitConfirmation.self, Confirmation.self,
    ]
}

extension Place: CaseIterable {
    static let allCases = (panes + Overlays.kinds.flatMap { $0.places } + drafts).reduce(into: []) {
        (all: inout [Place], place) in
        // Overlays of one kind share a place.
        if !all.contains(place) { all.append(place) }
    }

    private static let panes: [Place] = [.saved, .tasks, .detail, .body, .output]
    private static let drafts: [Place] = [
        .draft, .draftField, .draftBody, .draftPath, .draftConflict, .draftSecrets,
    ]

    /// The lists one moves in.
    static let lists = all { $0 == .pane || $0 == .list }
    /// The places with a text field, where printable keys type themselves.
    static let fields = all { $0 == .field }
    static let everywhere = all { _ in true }

    private static func all(_ isWanted: (Kind) -> Bool) -> Set<Place> {
        Set(allCases.filter { isWanted($0.kind) })
    }
}
