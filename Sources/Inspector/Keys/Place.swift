/// Where a key was pressed: what has the keys at the moment.
enum Place: CaseIterable, Sendable {
    case saved, tasks, detail, body
    case mocks, help, environments, mockDraft, confirm
    case finder, palette, filter, search

    /// The panes of the home screen.
    static let home: Set<Place> = [.saved, .tasks, .detail, .body]
    /// The lists one moves in.
    static let lists: Set<Place> = [.saved, .tasks, .detail, .body, .mocks, .help, .environments]
    /// The places with a text field, where printable keys type themselves.
    static let fields: Set<Place> = [.finder, .palette, .filter, .search]
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
        case .mockDraft: return .mockDraft
        case .confirm: return .confirm
        }
        switch focus {
        case .saved: return .saved
        case .tasks: return .tasks
        case .detail: return detail.page == .body ? .body : .detail
        }
    }
}
