extension Request {
    /// The priority of a request.
    ///
    /// It determines the order in which waiting requests are sent, and the priority of the Swift tasks for interceptors
    /// and parsing. It never interrupts a running request.
    public enum Priority: Sendable, Hashable, CaseIterable, Comparable {
        /// For requests that can wait, such as prefetching.
        case low
        /// For requests in their usual order.
        case normal
        /// For requests that a person waits for.
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
