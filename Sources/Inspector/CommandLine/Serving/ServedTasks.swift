import ClientEngine
import InspectorGateway

/// The tasks behind servers that other programs ask, as their events tell them, and the output that shows them.
///
/// A task that has ended is told to `ended` and forgotten.
struct ServedTasks {
    private var output: any RunOutput
    private let backlog: Backlog
    private let ended: (TaskRecord) -> Void
    private var live: [TaskID: TaskRecord] = [:]
    /// The live task whose event came last: others of it mostly follow.
    private var newest: TaskRecord?
    /// The bytes of the requests whose ends were shown, and not written yet.
    private var shown: [Int] = []
    private var summary = RunSummary()

    init(
        _ output: any RunOutput, backlog: Backlog, ended: @escaping (TaskRecord) -> Void = { _ in }
    ) {
        self.output = output
        self.backlog = backlog
        self.ended = ended
    }

    /// The number of tasks whose ends were shown.
    private(set) var endedCount = 0

    /// Indicates whether it is shown all events, or the ends of tasks alone.
    var showsEvents: Bool { output.showsEvents }

    /// Shows tasks that are over, and writes them together.
    mutating func show(_ tasks: [EndedTask]) {
        for task in tasks {
            let record = task.record
            output.show(task.event, in: record, after: nil)
            finish(record)
        }
        flush()
    }

    /// Shows what has come, and writes it together.
    mutating func apply(_ events: [Event]) {
        for event in events { apply(event) }
        flush()
    }

    private mutating func flush() {
        output.flush()
        for bytes in shown { backlog.leave(bytes: bytes) }
        shown.removeAll(keepingCapacity: true)
    }

    private mutating func apply(_ event: Event) {
        if newest?.id != event.task {
            if let newest { live[newest.id] = newest }
            newest = live.removeValue(forKey: event.task)
        }
        // Taken out while it changes: two references would copy it with every event.
        guard var record = newest.take() ?? TaskRecord(event) else { return }
        let previous = record.state
        record.apply(event)
        output.show(event, in: record, after: event.isBeginning ? nil : previous)
        if event.isEnd { finish(record) } else { newest = record }
    }

    private mutating func finish(_ record: TaskRecord) {
        endedCount += 1
        summary.count(record)
        shown.append(record.droppedRequestBody ?? record.origin.request.body.bytes?.count ?? 0)
        ended(record)
    }

    mutating func finish(after elapsed: Duration) {
        summary.elapsed = elapsed
        output.finish(summary)
    }
}
