import ClientEngine

@testable import InspectorScreen

extension Tasks {
    /// All that is known of every task.
    var records: [TaskRecord] { summaries(now: Instant(nanoseconds: 0)).compactMap { self[$0.id] } }
}
