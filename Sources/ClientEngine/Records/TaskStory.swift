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
    /// Bytes that no record keeps are not kept here either.
    private let keepsBody: Bool
    /// The number of events that wait to be folded; an ordinary exchange has fewer.
    private static let capacity = 16
    #if DEBUG
        /// The same story, packed, whose sum is compared at the end of every task, and so in every test.
        private var log: TaskLog?
    #endif

    /// Begins with the event that created the task.
    init(_ created: Event, keepsBody: Bool) {
        self.keepsBody = keepsBody
        events.reserveCapacity(Self.capacity)
        events.append(created)
        #if DEBUG
            log = TaskLog(created)
        #endif
    }

    var hasUntold: Bool { toldCount < events.count }

    mutating func append(_ event: consuming Event) {
        #if DEBUG
            log?.append(event)
            let isEnd = event.isEnd
            defer { if isEnd { checkLog() } }
        #endif
        events.append(event)
    }

    /// Takes the events that nobody was told of: they are to be told now.
    mutating func takeUntold() -> ArraySlice<Event> {
        let untold = events[toldCount...]
        toldCount = events.count
        if toldCount >= Self.capacity || !keepsBody && untold.contains(where: \.isBody) { fold() }
        return untold
    }

    var record: TaskRecord {
        mutating get { fold() }
    }

    #if DEBUG
        private mutating func checkLog() {
            guard let log else { return }
            assert(log.record == record, "the packed story of task \(record.id) is another one")
            self.log = nil
        }
    #endif

    @discardableResult
    private mutating func fold() -> TaskRecord {
        guard var record = folded.take() ?? events.first.flatMap(TaskRecord.init) else {
            preconditionFailure("a story begins with the creation of its task")
        }
        for event in events[foldedCount...] { record.apply(event) }
        foldedCount = events.count
        folded = record
        if !hasUntold {
            events.removeAll(keepingCapacity: !record.state.isFinished)
            (foldedCount, toldCount) = (0, 0)
        }
        return record
    }
}

extension Event {
    /// Indicates whether it holds bytes of the body.
    fileprivate var isBody: Bool { if case .received = kind { true } else { false } }
}
