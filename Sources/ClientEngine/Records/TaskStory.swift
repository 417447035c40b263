/// The story of a task: the record so far, and the events that are not folded into it, or that nobody was told of yet.
///
/// Each event lies here alone: observers look at it, and the record is put together when somebody asks, which for most tasks is
/// once, or never. It is what ``TaskRecord/apply(_:)`` makes of the events, whenever it is asked for.
struct TaskStory {
    private var folded: TaskRecord
    private var events: [Event] = []
    /// How many of the events are folded, and how many were told.
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

    init(_ created: TaskRecord) {
        folded = created
        keepsBody = created.origin.keepsBody
        #if DEBUG
            log = TaskLog(Event(task: created.id, at: created.created, .created(created.origin)))
        #endif
    }

    var hasUntold: Bool { toldCount < events.count }

    mutating func append(_ event: consuming Event) {
        #if DEBUG
            log?.append(event)
            let isEnd = event.isEnd
            defer { if isEnd { checkLog() } }
        #endif
        if events.isEmpty { events.reserveCapacity(Self.capacity) }
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
        mutating get {
            fold()
            return folded
        }
    }

    #if DEBUG
        private mutating func checkLog() {
            guard let log else { return }
            assert(log.record == record, "the packed story of task \(folded.id) is another one")
            self.log = nil
        }
    #endif

    private mutating func fold() {
        for event in events[foldedCount...] { folded.apply(event) }
        foldedCount = events.count
        guard !hasUntold else { return }
        events.removeAll(keepingCapacity: !folded.state.isFinished)
        (foldedCount, toldCount) = (0, 0)
    }
}

extension Event {
    /// Indicates whether it holds bytes of the body.
    fileprivate var isBody: Bool { if case .received = kind { true } else { false } }

    #if DEBUG
        fileprivate var isEnd: Bool { if case .ended = kind { true } else { false } }
    #endif
}
