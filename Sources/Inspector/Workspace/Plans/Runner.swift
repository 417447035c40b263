import ClientEngine
import ClientEngineRecording
import RequestFormats

/// Sends jobs when their turn comes, and looks at their responses.
///
/// It is a value, which the screen and `run` drive: they start the tasks, and choose the threads on which files are read
/// and written.
///
///     append ──▶ waiting ── next ──▶ turn ── start ──▶ live ── finish ──▶ memory, results, files
///                   │ something it needs has no response, or no value
///                   └──▶ refused
///
/// A job can be sent regardless of the verdict of those it needs: a complete response of any status may
/// hold the values, and only where one is missing the job is refused.
package struct Runner {
    package struct JobError: Error {
        package var job: RunJob
        package var reason: String
    }

    private struct Live {
        var task: RequestTask<Response>
        var number: Int
        var job: RunJob
    }

    package private(set) var memory = SessionValues()
    private var queue = JobQueue()
    private var live: [TaskID: Live] = [:]
    /// The sources of tasks, for when they are sent again; nil where they cannot be.
    private var asked: [TaskID: RunJob.Source]?

    /// Begins with nothing; keeps what is asked of responses where tasks can be sent again.
    package init(canSendAgain: Bool = false) {
        asked = canSendAgain ? [:] : nil
    }

    package var isWaiting: Bool { queue.isWaiting }
    package var liveCount: Int { live.count }

    package var liveTasks: [RequestTask<Response>] { live.values.map(\.task) }

    package func task(_ id: TaskID) -> RequestTask<Response>? { live[id]?.task }

    package func cancel() { live.values.forEach { $0.task.cancel() } }

    package mutating func forget() { memory = SessionValues() }

    // MARK: Sending

    package mutating func append(_ jobs: [RunJob]) { queue.append(jobs) }

    /// Adds the request of a task, to send it again and ask the same of its response; nothing is asked of that of an earlier
    /// session's task, which has no number.
    package mutating func append(resending task: TaskID?, as request: OutgoingRequest) {
        var job = RunJob(request)
        job.source = task.flatMap { asked?[$0]?.again }
        append([job])
    }

    /// Takes the first job whose needs are over; nil where all wait for others.
    package mutating func next() -> Turn? {
        queue.next().map { Turn(number: $0, job: $1, missing: queue.missing(for: $1), memory: memory) }
    }

    package mutating func start(_ turn: Turn, as task: RequestTask<Response>) {
        live[task.id] = Live(task: task, number: turn.number, job: turn.job)
        if let source = turn.job.source, source.isOfInterest { asked?[task.id] = source }
    }

    package mutating func refuse(_ turn: Turn) {
        queue.finish(turn.number, turn.job, isAnswered: false)
    }

    // MARK: Looking at responses

    /// Takes in the end of a task, and finds out what its document asks for.
    package mutating func finish(_ record: TaskRecord) -> Findings {
        guard let ended = live.removeValue(forKey: record.id) else { return Findings() }
        // A table keeps the size that a burst has given it.
        if live.isEmpty { live = [:] }
        queue.finish(ended.number, ended.job, isAnswered: record.state == .succeeded)
        // A task that was cancelled was not tried: nothing about its response is false.
        guard let source = ended.job.source, source.isOfInterest, record.state != .cancelled else {
            return Findings()
        }
        let exchange = FinishedExchange(record)
        if let exchange, source.isReferredTo {
            memory.keep(exchange, of: source.saved, in: source.file)
        }
        let resolver = source.document.resolver
        let values = memory.values(for: resolver)
        let results = source.responseActions.results(for: exchange) { (text) throws(ResolveError) in
            try resolver.text(of: text, with: values)
        }
        memory.keep(results.captured)
        return Findings(
            results: results.testResults, files: results.files, body: exchange?.body ?? [],
            folder: source.document.folder)
    }
}

extension Runner {
    /// A job whose turn has come, with what was known then.
    package struct Turn: Sendable {
        fileprivate let number: Int
        package let job: RunJob
        fileprivate let missing: String?
        fileprivate let memory: SessionValues

        /// Indicates whether files may be read to fill its request in.
        package var readsFiles: Bool { job.isOpen && missing == nil }

        package func request() throws(JobError) -> OutgoingRequest {
            if let missing {
                throw JobError(job: job, reason: "“\(missing)”, which it needs, has no response.")
            }
            return try Result { () throws(ResolveError) in try job.request(after: memory) }
                .mapError { JobError(job: job, reason: $0.message) }.get()
        }
    }

    /// The results of a response, and the files that it is to be written to.
    package struct Findings: Sendable {
        package fileprivate(set) var results: [TestResult] = []
        fileprivate var files: [ResponseActions.Results.File] = []
        fileprivate var body: [UInt8] = []
        fileprivate var folder: TrustedFolder?

        package var writesFiles: Bool { !files.isEmpty }

        package func writeFiles() -> [TestResult] {
            files.compactMap { folder?.keep(body, in: $0) }
        }
    }
}

extension Runner.JobError: CustomStringConvertible {
    package var description: String { "\(job.place)“\(job.label)” was not sent: \(reason)" }
}
