/// Where a key was pressed: what has the keys at the moment.
enum Place: CaseIterable, Sendable {
    case saved, tasks, detail, body
    case mocks, help, environments, report, mockDraft, confirm, trust
    case finder, palette, filter, search, prompt
    /// The form of a draft: none of its fields typed into, a line, the body; what is asked before it is saved.
    case draft, draftField, draftBody, draftPath, draftConflict, draftSecrets, draftOffer

    /// The panes of the home screen.
    static let home: Set<Place> = [.saved, .tasks, .detail, .body]
    /// The lists one moves in.
    static let lists: Set<Place> = [
        .saved, .tasks, .detail, .body, .mocks, .help, .environments, .report, .draft,
    ]
    /// The places with a text field, where printable keys type themselves.
    static let fields: Set<Place> = [
        .finder, .palette, .filter, .search, .prompt, .draftField, .draftBody, .draftPath,
    ]
    static let everywhere = Set(allCases)
}

extension State {
    var place: Place {
        switch overlay {
        case .none: break
        case .help: return .help
        case .palette: return .palette
        case .finder: return .finder
        case .filter: return .filter
        case .search: return .search
        case .mocks: return .mocks
        case .environments: return .environments
        case .report: return .report
        case .prompt: return .prompt
        case .mockDraft: return .mockDraft
        case .confirm(.takeUpDraft): return .draftOffer
        case .confirm(.trusting): return .trust
        case .confirm: return .confirm
        }
        if let draft = compose.shown { return draft.place }
        switch focus {
        case .saved: return .saved
        case .tasks: return .tasks
        case .detail: return detail.page == .body ? .body : .detail
        }
    }
}

extension DraftState {
    fileprivate var place: Place {
        switch (question, editor) {
        case (.path, _): .draftPath
        case (.conflict, _): .draftConflict
        case (.secrets, _): .draftSecrets
        case (nil, .line): .draftField
        case (nil, .area): .draftBody
        case (nil, nil): .draft
        }
    }
}
