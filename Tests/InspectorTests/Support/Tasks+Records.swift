import ClientEngine

@testable import InspectorScreen

extension Tasks {
    /// The complete records of all tasks.
    var records: [TaskRecord] { summaries(now: Instant(nanoseconds: 0)).compactMap { self[$0.id] } }
}
