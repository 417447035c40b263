extension State {
    /// The part that has the keys: what lies over the home screen, else a draft, else the pane in focus.
    var place: Place {
        if let overlay = overlays.top { return overlay.place }
        if let draft = compose.shown { return draft.place }
        switch focus {
        case .saved: return .saved
        case .tasks: return .tasks
        case .detail: return detail.page == .body ? .body : .detail
        case .output: return .output
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
