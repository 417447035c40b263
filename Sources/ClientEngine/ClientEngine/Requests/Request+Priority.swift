extension Request {
    /// The priority of a request.
    ///
    /// It decides who goes onto the network first where more wait than may go, and with what priority of Swift's tasks
    /// interceptors and parsing run. It overtakes nothing that is under way.
    public enum Priority: Sendable, Hashable, CaseIterable, Comparable {
        /// Can wait, as what is fetched in case it is needed.
        case low
        /// Is worked off in the order it came.
        case normal
        /// Goes first: somebody waits for it.
        case high

        var ofSwiftTask: TaskPriority {
            switch self {
            case .low: .low
            case .normal: .medium
            case .high: .high
            }
        }
    }
}
