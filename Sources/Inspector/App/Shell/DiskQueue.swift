import ClientEngine
import Dispatch
import EngineSupport
import InspectorScreen
import InspectorWorkspace

/// The queue of all work on disks: one job after the other, in the order in which they were added.
///
///     effect ──▶ │ reading api.http │ saving b.http │ … │ ──▶ thread ──▶ answer ──▶ main thread
///
/// A disk can take its time, or be gone for good: nobody waits here but the queue's own thread, which is not waited for at
/// the end of the process, either.
final class DiskQueue: Sendable {
    /// The result of a job.
    enum Answer: Sendable {
        case messages([Message])
        /// A request was planned: the jobs, and what there is to say besides.
        case planned([RunJob], [Message])
        /// A request was filled in, or cannot be.
        case filledIn(Runner.Turn, Result<OutgoingRequest, Runner.JobError>)
        case prepared(Editor.Session)
        /// The configuration file was read again.
        case configuration(ConfigFile.Reading)
    }

    /// A property of a job.
    enum Kind: Equatable, Sendable {
        /// Its answer decides what keys mean: they wait for it.
        case question
        /// May wait only once: of several the last one counts.
        case draft, preview, values, listing, nearMisses, mocks, configuration
    }

    private struct Job: Sendable {
        /// The text behind "Waiting for the disk: ".
        var title: String
        var added: Instant
        var kind: Kind?
        /// Indicates whether it has to be done before the program ends.
        var isWriting: Bool
        var work: @Sendable () -> Answer

        var holdsKeys: Bool { kind == .question }
    }

    private struct State: Sendable {
        var current: (job: Job, since: Instant)?
        var waiting: [Job] = []
        /// The number of answers that keys wait for.
        var holds = 0
        /// Indicates whether the program ends, so that nothing more is read.
        var isEnding = false

        /// The titles of what still has to be done before the program ends.
        var writing: [String] {
            ([current?.job].compactMap(\.self) + waiting).filter(\.isWriting).map(\.title)
        }
    }

    /// Longer than this no disk that is well takes.
    static let patience = Duration.seconds(1)

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "disk", qos: .userInitiated)
    private let time: any TimeSource
    private let report: @Sendable (Answer, _ heldKeys: Bool) -> Void

    /// Reports from another thread what has come of each thing, in order.
    init(time: any TimeSource, report: @escaping @Sendable (Answer, _ heldKeys: Bool) -> Void) {
        self.time = time
        self.report = report
    }

    /// Reads behind everything before; what still waits at the end of the program is left.
    func read(_ title: String, _ kind: Kind? = nil, _ work: @escaping @Sendable () -> Answer) {
        add(Job(title: title, added: time.now(), kind: kind, isWriting: false, work: work))
    }

    /// Writes behind everything before; the end of the program waits for it.
    func write(_ title: String, _ kind: Kind? = nil, _ work: @escaping @Sendable () -> Answer) {
        add(Job(title: title, added: time.now(), kind: kind, isWriting: true, work: work))
    }

    private func add(_ job: Job) {
        state.withLock { state in
            if state.isEnding, !job.isWriting { return }
            if let kind = job.kind, !job.holdsKeys { state.waiting.removeAll { $0.kind == kind } }
            state.waiting.append(job)
            if job.holdsKeys { state.holds += 1 }
        }
        queue.async { [self] in doNext() }
    }

    private func doNext() {
        let now = time.now()
        let job = state.withLock { state -> Job? in
            guard !state.waiting.isEmpty else { return nil }
            let job = state.waiting.removeFirst()
            state.current = (job, now)
            return job
        }
        guard let job else { return }
        let answer = job.work()
        state.withLock { $0.current = nil }
        report(answer, job.holdsKeys)
    }

    // MARK: Waiting

    var holdsKeys: Bool { state.withLock { $0.holds > 0 } }

    func releaseKeys() { state.withLock { $0.holds -= 1 } }

    /// The title of what is waited for, and since when; nil at rest.
    ///
    /// A job counts before the queue's thread has begun with it: whoever looks now is not woken when it does.
    var current: (title: String, since: Instant)? {
        state.withLock { state in
            state.current.map { ($0.job.title, $0.since) } ?? state.waiting.first.map { ($0.title, $0.added) }
        }
    }

    /// Waits until everything is done, and what that leads to, at most for so long; tells whether it is.
    func settle(within limit: Duration) -> Bool {
        let end = DispatchTime.now() + .milliseconds(Int(limit.milliseconds))
        let isIdle = Locked(false)
        let looked = DispatchSemaphore(value: 0)
        repeat {
            // On the queue itself, where nothing else is under way then.
            queue.async { [state] in
                let isEmpty = state.withLock(\.waiting.isEmpty)
                isIdle.withLock { $0 = isEmpty }
                looked.signal()
            }
            guard looked.wait(timeout: end) == .success else { return false }
        } while !isIdle.withLock { $0 }
        return true
    }

    /// Leaves what would only be read, and waits at most for so long until all is written; returns what is not.
    func finish(within limit: Duration) -> [String] {
        let isWriting = state.withLock { state in
            state.isEnding = true
            state.waiting.removeAll { !$0.isWriting }
            return !state.writing.isEmpty
        }
        return isWriting && !settle(within: limit) ? state.withLock(\.writing) : []
    }
}
