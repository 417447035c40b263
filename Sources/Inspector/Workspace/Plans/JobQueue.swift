import ClientEngine
import RequestFormats

/// Jobs that wait for each other, and what those that are over have left.
///
///     append ──▶ waiting ── next ──▶ live ── finish ──▶ memory, findings, files
///                   │ something it needs has no response, or no value
///                   └──▶ refused
///
/// Whether a job can be sent does not depend on the verdict of those it needs: a complete response of any status may
/// hold the values, and only where one is missing the job is refused.
package struct JobQueue {
    /// What can be done next.
    package enum Next {
        /// Send this; it goes by this number until it is finished.
        case send(OutgoingRequest, number: Int)
        /// This cannot be sent, for a reason.
        case refuse(Refusal)
    }

    /// A job that was not sent.
    package struct Refusal: Error {
        package var job: RunJob
        /// Why, in one sentence.
        package var reason: String
    }

    /// What earlier requests have left.
    package private(set) var memory = SessionValues()
    private var waiting: ArraySlice<(number: Int, job: RunJob)> = []
    private var live: [Int: RunJob] = [:]
    /// The numbers of jobs that wait or are live.
    private var open: Set<Int> = []
    /// The names of jobs that ended without a response, by their numbers.
    private var unanswered: [Int: String] = [:]
    private var count = 0

    package init() {}

    /// Tells whether jobs have not had their turn.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// Adds jobs that may need each other.
    package mutating func append(_ jobs: [RunJob]) {
        for (index, job) in jobs.enumerated() {
            var job = job
            job.needs = job.needs.map { $0 + count }
            waiting.append((count + index, job))
            open.insert(count + index)
        }
        count += jobs.count
    }

    /// Takes the first job whose needs are over; nil where all wait for others.
    package mutating func next() -> Next? {
        guard let (number, job) = takeReady() else { return nil }
        do throws(Refusal) {
            let request = try request(of: job)
            live[number] = job
            return .send(request, number: number)
        } catch {
            unanswered[number] = job.label
            open.remove(number)
            return .refuse(error)
        }
    }

    /// Takes a job's response in, and does what its document asks for.
    package mutating func finish(_ number: Int, with record: TaskRecord) -> [TestResult] {
        guard let job = live.removeValue(forKey: number) else { return [] }
        open.remove(number)
        // Tables keep the size that a burst has given them.
        if live.isEmpty { live = [:] }
        if open.isEmpty { open = [] }
        if record.state != .succeeded { unanswered[number] = job.label }
        // A task that was cancelled was not tried: nothing about its response is false.
        guard let source = job.source, source.isOfInterest, record.state != .cancelled else { return [] }
        let exchange = FinishedExchange(record)
        if let exchange, source.isReferredTo {
            memory.keep(exchange, of: source.saved, in: source.file)
        }
        let values = memory.values(for: source.file)
        let results = source.responseActions.results(for: exchange) { (text) throws(ResolveError) in
            try source.resolver.text(of: text, with: values)
        }
        memory.keep(results.captured)
        return results.testResults + results.files.map { source.folder.keep(exchange?.body ?? [], in: $0) }
    }

    /// A live job.
    package func job(_ number: Int) -> RunJob? { live[number] }

    /// Forgets what requests have left; jobs that wait keep waiting.
    package mutating func forget() { memory = SessionValues() }

    private mutating func takeReady() -> (number: Int, job: RunJob)? {
        guard let index = waiting.firstIndex(where: { open.isDisjoint(with: $0.job.needs) }) else {
            return nil
        }
        // A slice keeps what was taken from its front until it is gone itself.
        defer { if waiting.isEmpty { waiting = [] } }
        // Nearly always it is the first, and a long list is not moved up for it.
        return index == waiting.startIndex ? waiting.popFirst() : waiting.remove(at: index)
    }

    private func request(of job: RunJob) throws(Refusal) -> OutgoingRequest {
        if let missing = job.needs.compactMap({ unanswered[$0] }).first {
            throw Refusal(job: job, reason: "“\(missing)”, which it needs, has no response.")
        }
        do throws(ResolveError) {
            return try job.request(after: memory)
        } catch {
            throw Refusal(job: job, reason: error.message)
        }
    }
}

extension JobQueue.Refusal: CustomStringConvertible {
    /// The refusal with the place of its request.
    package var description: String { "\(job.place)“\(job.label)” was not sent: \(reason)" }
}
