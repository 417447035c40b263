import ClientEngine
import Foundation

/// Sends prepared requests in their order, so many at once, and shows what happens until all are over.
///
///     client ── events ──▶ inbox ──▶ record.apply ──▶ output
///     signals ───────────▶   │            └── ended: start the next
///                            └── the main thread waits here
///
/// The first signal cancels what is live and starts nothing more; the second gives up waiting.
struct SendLoop {
    enum Message: Sendable {
        case event(Event)
        case signal(Int32)
    }

    /// What a run leaves behind.
    struct Result {
        var summary: RunSummary
        /// The records of all tasks, in the order they were started; empty unless they were to be kept.
        var records: [TaskRecord]
        /// The signal that ended it.
        var signal: Int32?
        /// How many finished tasks `--fail-if` matched.
        var matches: Int
    }

    var client: Client
    var parallel: Int
    var keepsRecords: Bool
    /// Asked for each finished task.
    var fails: (TaskRecord) -> Bool
    var output: any RunOutput

    private let inbox: Inbox<Message>
    private let time = SystemTime()
    private var tasks: [TaskID: RequestTask<Response>] = [:]
    private var live: [TaskID: TaskRecord] = [:]
    private var finished: [TaskRecord] = []
    private var summary = RunSummary()
    private var matches = 0
    private var signals: [Int32] = []

    init(client: Client, inbox: Inbox<Message>, output: any RunOutput) {
        self.client = client
        self.inbox = inbox
        self.output = output
        parallel = 1
        keepsRecords = false
        fails = { _ in false }
    }

    /// Runs everything; returns when the last task is over.
    mutating func run(_ requests: [PreparedRequest]) -> Result {
        let inbox = inbox
        let observation = client.observe { inbox.append(.event($0)) }
        defer { observation.cancel() }
        let started = time.now()
        var waiting = requests[...]
        repeat {
            while signals.isEmpty, tasks.count < parallel, let next = waiting.popFirst() { start(next) }
            for message in inbox.take(withinMilliseconds: tasks.isEmpty ? 0 : 100) { receive(message) }
            output.showProgress(of: live.values.sorted { $0.id < $1.id }, now: time.now())
        } while !tasks.isEmpty && signals.count < 2 || !waiting.isEmpty && signals.isEmpty
        summary.elapsed = time.now() - started
        output.finish(summary)
        let records = (finished + live.values).sorted { $0.id < $1.id }
        return Result(summary: summary, records: records, signal: signals.first, matches: matches)
    }

    private mutating func start(_ prepared: PreparedRequest) {
        let task = client.start(prepared.request, from: prepared.provenance)
        tasks[task.id] = task
    }

    private mutating func receive(_ message: Message) {
        switch message {
        case .event(let event):
            receive(event)
        case .signal(let number):
            signals.append(number)
            tasks.values.forEach { $0.cancel() }
        }
    }

    private mutating func receive(_ event: Event) {
        let previous = live[event.task]?.state
        // Taken out while it changes: two references would copy the body's chunks with every event.
        guard var record = live.removeValue(forKey: event.task) ?? TaskRecord(event) else { return }
        record.apply(event)
        output.show(event, in: record, after: previous)
        guard case .ended = event.what else {
            live[event.task] = record
            return
        }
        tasks[event.task] = nil
        summary.count(record)
        if fails(record) { matches += 1 }
        if keepsRecords { finished.append(record) }
    }
}

/// A request that is ready to be sent, and where it comes from.
struct PreparedRequest: Sendable {
    var request: Request
    var provenance: Provenance
}
