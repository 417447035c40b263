/// The record of a task, put together when somebody looks at it: most are looked at once, or never.
///
/// It is what ``TaskRecord/apply(_:)`` makes of the events, whenever it is asked for.
struct LazyRecord {
    private var folded: TaskRecord
    private var unfolded: [Event] = []
    /// How many events wait to be folded; an ordinary exchange has fewer.
    private static let capacity = 16
    #if DEBUG
        /// The same story, packed, whose sum is compared at the end of every task, and so in every test.
        private var log: TaskLog?
    #endif

    init(_ created: TaskRecord) {
        folded = created
        #if DEBUG
            log = TaskLog(Event(task: created.id, at: created.created, .created(created.origin)))
        #endif
    }

    mutating func append(_ event: Event) {
        #if DEBUG
            log?.append(event)
            defer { if case .ended = event.kind { checkLog() } }
        #endif
        if unfolded.isEmpty { unfolded.reserveCapacity(Self.capacity) }
        unfolded.append(event)
        if unfolded.count == Self.capacity || isBody(event) { fold() }
    }

    /// The record as it is now.
    var record: TaskRecord {
        mutating get {
            fold()
            return folded
        }
    }

    /// Bytes that nobody keeps are not kept here either.
    private func isBody(_ event: Event) -> Bool {
        if case .received = event.kind { !folded.origin.keepsBody } else { false }
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
