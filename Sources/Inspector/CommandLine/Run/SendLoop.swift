import ClientEngine
import ClientEngineRecording
import EngineSupport
import Glibc
import InspectorHistory
import InspectorWorkspace

/// Sends prepared requests in their order, so many at once, and shows what happens until all are over.
///
///     client ── events, or ends ──▶ mailbox ──▶ record ──▶ output
///     signals ────────────────────▶    │          └── ended: findings, start what is ready (Runner)
///                                      └── the main thread waits here
///
/// Where the output shows no events, only ends come, with the records that the engine has. The first signal cancels what is live and starts nothing more; the second gives up waiting.
struct SendLoop {
    enum Message: Sendable {
        case event(Event)
        case ended(EndedTask)
        case signal(Int32)
    }

    struct Result {
        var summary: RunSummary
        /// The records of all tasks, in the order they were started; empty unless they were to be kept.
        var records: [TaskRecord]
        var signal: Int32?
        /// The number of finished tasks that `--fail-if` matched.
        var matches: Int
        /// The number of finished tasks that `--fail-if` took too long on.
        var undecided = 0
        /// The jobs that could not be sent, because something they need is not there.
        var refusals: [Runner.JobError]
        /// The values captured from responses, which may be tokens and sessions.
        var captured: Set<String> = []
    }

    var client: Client
    var parallel: Int
    var keepsRecords: Bool
    /// Asked for each finished task; nil where it cannot tell.
    var fails: (TaskRecord) -> Bool?
    var output: any RunOutput
    /// Keeps what has ended.
    var history: HistoryWriter?
    /// Says whether somebody still reads what is shown.
    var hasReader: () -> Bool = { true }

    private let mailbox: Mailbox<[Message]>
    private let time = SystemTime()
    private var runner = Runner()
    private var refusals: [Runner.JobError] = []
    private var live: [TaskID: TaskRecord] = [:]
    private var finished: [TaskRecord] = []
    private var summary = RunSummary()
    private var matches = 0
    private var undecided = 0
    private var signals: [Int32] = []
    private var captured: Set<String> = []

    /// Creates a loop for a run that leaves so many requests out.
    init(client: Client, mailbox: Mailbox<[Message]>, output: any RunOutput, leavingOut leftOut: Int = 0) {
        summary.notSent = leftOut
        self.client = client
        self.mailbox = mailbox
        self.output = output
        parallel = 1
        keepsRecords = false
        fails = { _ in false }
    }

    /// Sends the jobs of one round after the other, each as if nothing had been sent before; a round may have a title.
    mutating func run(rounds: [[RunJob]], titled title: (Int) -> String?) -> Result {
        let observation =
            output.showsEvents
            ? client.observeBatches { [mailbox] batch in
                let news = batch.map(Message.event)
                mailbox.add { $0 += news }
            }
            : client.observeEnds { [mailbox] ended in
                let news = ended.map(Message.ended)
                mailbox.add { $0 += news }
            }
        defer { observation.cancel() }
        let started = time.now()
        for (index, jobs) in rounds.enumerated() where signals.isEmpty {
            if let title = title(index) { output.begin(round: index + 1, of: rounds.count, title: title) }
            runner.forget()
            send(jobs)
            captured.formUnion(runner.memory.captured.values)
        }
        summary.elapsed = time.now() - started
        summary.notSent += refusals.count
        output.finish(summary)
        let records = (finished + liveRecords).sorted { $0.id < $1.id }
        return Result(
            summary: summary, records: records, signal: signals.first, matches: matches,
            undecided: undecided, refusals: refusals, captured: captured)
    }

    private mutating func send(_ jobs: [RunJob]) {
        runner.append(jobs)
        repeat {
            startNext()
            let messages = mailbox.drain(withinMilliseconds: runner.liveCount == 0 ? 0 : 100)
            messages.forEach { receive($0) }
            output.flush()
            if output.showsProgress { output.showProgress(of: liveRecords, now: time.now()) }
            if signals.isEmpty, !hasReader() || output.failure?.code == EPIPE { receive(.signal(SIGPIPE)) }
        } while runner.liveCount > 0 && signals.count < 2 || runner.isWaiting && signals.isEmpty
    }

    /// Fills the places that are free; before what has ended is shown, so that the client need not wait for that.
    private mutating func startNext() {
        while signals.isEmpty, runner.liveCount < parallel, let turn = runner.next() { send(turn) }
    }

    private mutating func send(_ turn: Runner.Turn) {
        do throws(Runner.JobError) {
            let request = try turn.request()
            runner.start(turn, as: client.start(request.request, from: request.provenance))
        } catch {
            runner.refuse(turn)
            refusals.append(error)
        }
    }

    private mutating func receive(_ message: Message) {
        switch message {
        case .event(let event):
            receive(event)
        case .ended(let task):
            conclude(task.record, with: task.event, after: nil)
        case .signal(let number):
            signals.append(number)
            runner.cancel()
        }
    }

    private var liveRecords: [TaskRecord] {
        output.showsEvents ? Array(live.values) : runner.liveTasks.map(\.record)
    }

    private mutating func receive(_ event: Event) {
        let previous = live[event.task]?.state
        // Taken out while it changes: two references would copy the body's chunks with every event.
        guard var record = live.removeValue(forKey: event.task) ?? TaskRecord(event) else { return }
        record.apply(event)
        guard !event.isEnd else { return conclude(record, with: event, after: previous) }
        output.show(event, in: record, after: previous)
        live[event.task] = record
    }

    /// Counts a task that is over, once it is known what was found about its response.
    private mutating func conclude(_ record: TaskRecord, with event: Event, after previous: TaskState?) {
        let record = end(record, with: event, after: previous)
        summary.count(record)
        switch fails(record) {
        case true: matches += 1
        case false: break
        case nil: undecided += 1
        }
        if keepsRecords { finished.append(record) }
    }

    /// Looks at the response of a task that is over and shows how it ended, then what was found; returns the record
    /// with all of that.
    private mutating func end(
        _ record: TaskRecord, with event: Event, after previous: TaskState?
    ) -> TaskRecord {
        let findings = runner.finish(record)
        if !findings.results.isEmpty {
            let captured = Set(runner.memory.captured.values)
            output.learn(captured: captured)
            history?.learn(captured)
        }
        let found = (findings.results + findings.writeFiles()).map {
            Event(task: event.task, at: time.now(), .annotated(Annotation($0)))
        }
        startNext()
        let judged = found.reduce(into: record) { $0.apply($1) }
        output.show(event, in: judged, after: previous)
        var record = record
        for event in found {
            record.apply(event)
            output.show(event, in: record, after: record.state)
        }
        history?.add(judged)
        return judged
    }
}

protocol RunOutput {
    /// Shows what the event changed in the record, whose state was `previous` before; nil when the event began it.
    ///
    /// At the end of a task its record already holds what was found about its response, so that it has its verdict;
    /// the findings are shown after that, one by one.
    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?)

    mutating func showProgress(of live: [TaskRecord], now: Instant)

    /// Indicates whether events are shown as they happen; otherwise it is shown the ends of tasks alone.
    var showsEvents: Bool { get }

    /// Indicates whether somebody watches the progress.
    var showsProgress: Bool { get }

    /// Writes what it holds back: all that has come at once is written together.
    mutating func flush()

    /// Hears what was captured from responses, which may be tokens and sessions.
    mutating func learn(captured values: Set<String>)

    /// Begins one of several runs of the same requests, counted from 1.
    mutating func begin(round: Int, of count: Int, title: String)

    mutating func finish(_ summary: RunSummary)

    /// The error of the first write that failed.
    var failure: FileError? { get }
}

extension RunOutput {
    var showsEvents: Bool { true }

    var showsProgress: Bool { false }

    mutating func flush() {}

    mutating func showProgress(of live: [TaskRecord], now: Instant) {}

    mutating func learn(captured values: Set<String>) {}

    mutating func begin(round: Int, of count: Int, title: String) {}

    var failure: FileError? { nil }
}
