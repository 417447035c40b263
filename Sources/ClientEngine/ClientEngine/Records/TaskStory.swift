/// The record of a task so far, with the events that are not yet part of it or that have not been reported.
///
/// Events are stored separately for the observers. The record is computed only on demand, which for most tasks happens
/// once or never. The result equals that of ``TaskRecord/apply(_:)`` with all events.
struct TaskStory {
    /// The record without the last events, or `nil` if it was never requested.
    private var folded: TaskRecord?
    private var events: [Event] = []
    /// The number of events that are part of `folded`, and the number of events that were reported.
    private var foldedCount = 0
    private var toldCount = 0
    /// Whether to store the bytes of bodies.
    ///
    /// If records omit them, they are not stored for long here either.
    private let keepsBody: Bool
    /// The size of the body bytes that are not yet part of a record that omits them, and the limit for it.
    private var passingBytes = 0
    private static let mostPassingBytes = 16 << 10
    /// The number of events for which memory is reserved; a usual task has no more.
    private static let capacity = 16
    /// The number of events that may wait.
    ///
    /// Most tasks have fewer, so their record is only computed on demand.
    private static let mostWaiting = 64

    /// Creates a story with the event that created the task.
    init(_ created: Event, keepsBody: Bool) {
        self.keepsBody = keepsBody
        events.reserveCapacity(Self.capacity)
        events.append(created)
    }

    var hasUntold: Bool { toldCount < events.count }

    mutating func append(_ event: consuming Event) { events.append(event) }

    /// Returns the events that have not been reported, and marks them as reported.
    mutating func takeUntold() -> ArraySlice<Event> {
        let untold = events[toldCount...]
        toldCount = events.count
        if !keepsBody { passingBytes += untold.reduce(0) { $0 + $1.bodySize } }
        if toldCount >= Self.mostWaiting || passingBytes > Self.mostPassingBytes { fold { _ in } }
        return untold
    }

    var record: TaskRecord {
        mutating get { fold { $0 } }
    }

    /// The state of the record, which is not copied for it.
    var state: TaskState {
        mutating get { fold { $0.state } }
    }

    /// Folds the events that wait, and returns what `read` takes of the record.
    private mutating func fold<Part>(_ read: (TaskRecord) -> Part) -> Part {
        guard var record = folded.take() ?? events.first.flatMap(TaskRecord.init) else {
            preconditionFailure("a story begins with the creation of its task")
        }
        fold(into: &record)
        (foldedCount, passingBytes) = (events.count, 0)
        let part = read(record)
        if !hasUntold {
            events.removeAll(keepingCapacity: !record.state.isFinished)
            (foldedCount, toldCount) = (0, 0)
        }
        folded = consume record
        return part
    }

    private func fold(into record: inout TaskRecord) {
        // Access in place, because iteration would copy each event.
        let lent = events.span
        for index in foldedCount..<lent.count { record.apply(lent[index]) }
    }
}

extension Event {
    /// The number of body bytes in the event.
    fileprivate var bodySize: Int { if case .received(let bytes) = kind { bytes.count } else { 0 } }
}
