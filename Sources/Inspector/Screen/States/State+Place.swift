extension State {
    /// What has the keys: what lies over the home screen, else a draft, else the pane in focus.
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
