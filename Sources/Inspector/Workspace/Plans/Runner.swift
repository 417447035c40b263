import ClientEngine
import ClientEngineRecording
import RequestFormats

/// Sends jobs when they are ready, and evaluates their responses.
///
/// It is a value that the screen and `run` drive. They start the tasks, and choose the threads for reading and
/// writing files.
///
///     append ──▶ waiting ── next ──▶ turn ── start ──▶ live ── finish ──▶ memory, results, files
///                   │ a needed request has no response, or a value is missing
///                   └──▶ refused
///
/// A job is sent regardless of the verdict of the jobs that it needs, because a complete response of any status may
/// contain the values. The job is refused only if a value is missing.
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
    /// The sources of tasks, kept to resend them, or `nil` if tasks cannot be resent.
    private var asked: [TaskID: RunJob.Source]?

    /// Creates an empty runner.
    ///
    /// With `canSendAgain`, it keeps the response actions for resent tasks.
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

    /// Adds the request of a task to resend it, with the same response actions.
    ///
    /// A task of an earlier session has no number and no response actions.
    package mutating func append(resending task: TaskID?, as request: OutgoingRequest) {
        var job = RunJob(request)
        job.source = task.flatMap { asked?[$0]?.again }
        append([job])
    }

    /// Removes and returns the first ready job, or `nil` if all jobs wait for others.
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

    /// Records the end of a task, and evaluates the response actions of its document.
    package mutating func finish(_ record: TaskRecord) -> Findings {
        guard let ended = live.removeValue(forKey: record.id) else { return Findings() }
        // A dictionary never shrinks by itself, so an empty one is replaced.
        if live.isEmpty { live = [:] }
        queue.finish(ended.number, ended.job, isAnswered: record.state == .succeeded)
        // A cancelled task has no response to judge, so its assertions do not fail.
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
    /// A ready job, with the values known at that time.
    package struct Turn: Sendable {
        fileprivate let number: Int
        package let job: RunJob
        fileprivate let missing: String?
        fileprivate let memory: SessionValues

        /// Indicates whether filling in the request may read files.
        package var readsFiles: Bool { job.isOpen && missing == nil }

        package func request() throws(JobError) -> OutgoingRequest {
            if let missing {
                throw JobError(job: job, reason: "“\(missing)”, which it needs, has no response.")
            }
            return try Result { () throws(ResolveError) in try job.request(after: memory) }
                .mapError { JobError(job: job, reason: $0.message) }.get()
        }
    }

    /// The results of a response, and the files to write it to.
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
