/// The record of a task, put together when somebody looks at it: most are looked at once, or never.
///
/// It is what ``TaskRecord/apply(_:)`` makes of the events, whenever it is asked for.
struct LazyRecord {
    private var folded: TaskRecord
    private var unfolded: [Event] = []
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

    mutating func append(_ events: some Collection<Event>) {
        #if DEBUG
            for event in events { log?.append(event) }
            defer { if events.contains(where: \.isEnd) { checkLog() } }
        #endif
        if unfolded.isEmpty { unfolded.reserveCapacity(Self.capacity) }
        unfolded.append(contentsOf: events)
        if unfolded.count >= Self.capacity || !keepsBody && events.contains(where: \.isBody) { fold() }
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
        for event in unfolded { folded.apply(event) }
        unfolded.removeAll(keepingCapacity: !folded.state.isFinished)
    }
}

extension Event {
    /// Indicates whether it holds bytes of the body.
    fileprivate var isBody: Bool { if case .received = kind { true } else { false } }

    #if DEBUG
        fileprivate var isEnd: Bool { if case .ended = kind { true } else { false } }
    #endif
}
