import ClientEngine
import InspectorMockServer

/// The tasks behind servers that other programs ask, as their events tell them, and the output that shows them.
///
/// A task that has ended is told to `ended` and forgotten.
struct ServedTasks {
    private var output: any RunOutput
    private let backlog: Backlog
    private let ended: (TaskRecord) -> Void
    private var live: [TaskID: TaskRecord] = [:]
    private var summary = RunSummary()

    init(
        _ output: any RunOutput, backlog: Backlog, ended: @escaping (TaskRecord) -> Void = { _ in }
    ) {
        self.output = output
        self.backlog = backlog
        self.ended = ended
    }

    var isIdle: Bool { live.isEmpty }

    mutating func apply(_ event: Event) {
        let previous = live[event.task]?.state
        // Taken out while it changes: two references would copy it with every event.
        guard var record = live.removeValue(forKey: event.task) ?? TaskRecord(event) else { return }
        record.apply(event)
        output.show(event, in: record, after: previous)
        output.flush()
        guard case .ended = event.kind else {
            live[event.task] = record
            return
        }
        summary.count(record)
        backlog.leave(bytes: record.droppedRequestBody ?? record.origin.request.body.bytes?.count ?? 0)
        ended(record)
    }

    mutating func finish(after elapsed: Duration) {
        summary.elapsed = elapsed
        output.finish(summary)
    }
}
