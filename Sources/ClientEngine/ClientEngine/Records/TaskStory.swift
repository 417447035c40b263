/// The story of a task: the record so far, and the events that are not folded into it, or that nobody was told of yet.
///
/// Each event lies here alone: observers look at it, and the record is put together when somebody asks, which for most tasks is
/// once, or never. It is what ``TaskRecord/apply(_:)`` makes of the events, whenever it is asked for.
struct TaskStory {
    /// Nil before somebody asks.
    private var folded: TaskRecord?
    private var events: [Event] = []
    /// The numbers of events that are folded, and that were told.
    private var foldedCount = 0
    private var toldCount = 0
    /// Bytes that no record keeps are not kept here for long either.
    private let keepsBody: Bool
    /// The bytes of the body that wait to be folded where no record keeps them, and how many may wait.
    private var passingBytes = 0
    private static let mostPassingBytes = 16 << 10
    /// The number of events that there is room for; an ordinary task has no more.
    private static let capacity = 16
    /// The number of events that wait to be folded; most tasks have fewer, and so are not folded before somebody asks.
    private static let mostWaiting = 64

    /// Begins with the event that created the task.
    init(_ created: Event, keepsBody: Bool) {
        self.keepsBody = keepsBody
        events.reserveCapacity(Self.capacity)
        events.append(created)
    }

    var hasUntold: Bool { toldCount < events.count }

    mutating func append(_ event: consuming Event) { events.append(event) }

    /// Takes the events that nobody was told of: they are to be told now.
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
        // Lent where they lie: to iterate would copy each.
        let lent = events.span
        for index in foldedCount..<lent.count { record.apply(lent[index]) }
    }
}

extension Event {
    /// The bytes of the body that it holds.
    fileprivate var bodySize: Int { if case .received(let bytes) = kind { bytes.count } else { 0 } }
}
