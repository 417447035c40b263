import ClientEngine
import ClientEngineRecording
import Dispatch
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorValues

/// Writes finished tasks to the history on a separate thread, so that callers never wait for the disk.
///
///     add(record) ──▶ mailbox ──▶ thread: hides secrets, packs, commits a batch ──▶ report
///                                 └── when idle: deletes old tasks
package final class HistoryWriter: Sendable {
    /// The results so far.
    package struct Report: Sendable, Equatable {
        /// The number of tasks stored permanently.
        package var saved = 0
        /// The number of tasks not stored.
        ///
        /// `error` is the reason.
        package var lost = 0
        package var error: HistoryError?
        /// A damaged history file, if one was found.
        package var damaged: DamagedFile?
    }

    /// The additions since the thread last looked.
    private struct Pending: Sendable {
        var records: [TaskRecord] = []
        var weight = 0
        var secrets: Set<String> = []
        var isLast = false

        var isEmpty: Bool { records.isEmpty && secrets.isEmpty && !isLast }
    }

    private let mailbox = Mailbox(Pending())
    private let report: Locked<Report>
    private let isStarted = Locked(false)
    private let isFinishing = Locked(false)
    /// The current work of the thread.
    private enum Stage {
        /// Opening the history, which may convert an earlier version.
        case opening
        case hidingSecrets, writing

        /// The reason why tasks were not stored in time.
        var delay: String {
            switch self {
            case .opening:
                "opening it takes too long; one of an earlier version is rewritten once, which “inspector history” waits for"
            case .hidingSecrets: "the search for secrets in large bodies takes too long"
            case .writing: "the disk takes too long"
            }
        }
    }

    private let stage = Locked(Stage.hidingSecrets)
    /// The approximate number of bytes that were added and are not stored yet.
    private let waiting = Locked(0)
    private let done = DispatchSemaphore(value: 0)
    private let hurry = DispatchSemaphore(value: 0)
    /// The time between two batches.
    ///
    /// Tasks added meanwhile are committed together.
    private static let pauseMilliseconds = 5
    /// The time between two pieces of deferrable work.
    ///
    /// It exceeds the polling interval of the lock, so that other programs get it.
    private static let gapMilliseconds = 5
    private static let mostWaiting = 64 << 20
    /// The number of waiting bytes up to which the thread yields.
    ///
    /// Beyond it, waiting tasks would need new memory.
    private static let mostGivingWay = 8 << 20
    private let settings: HistorySession
    private let tell: @Sendable (Report) -> Void

    /// Creates a writer, which is idle until it is used.
    ///
    /// It calls `tell` on its thread with the report of each batch.
    package init(_ settings: HistorySession, tell: @escaping @Sendable (Report) -> Void = { _ in }) {
        self.settings = settings
        self.tell = tell
        report = Locked(Report())
    }

    /// Starts the thread, like the first task does.
    ///
    /// The thread opens an existing history at once, but does not create one. When idle, it deletes old tasks.
    package func start() {
        let isFirst = isStarted.withLock { started in
            defer { started = true }
            return !started
        }
        guard isFirst else { return }
        let isRunning = DetachedThread.start { [self] in work() }
        if !isRunning {
            report.withLock { $0.error = HistoryError(.other, "the system has no thread left") }
            done.signal()
        }
    }

    package func add(_ record: TaskRecord) {
        let weight = record.weight
        waiting.withLock { $0 += weight }
        mailbox.add {
            $0.records.append(record)
            $0.weight += weight
        }
        start()
    }

    /// Indicates whether the disk is so slow that callers should add nothing if they can wait.
    package var isBehind: Bool { waiting.withLock { $0 > Self.mostWaiting } }

    /// Adds values that are secret from now on.
    package func learn(_ secrets: Set<String>) {
        if !secrets.isEmpty { mailbox.add { $0.secrets.formUnion(secrets) } }
    }

    /// Waits up to `limit` until everything added is stored.
    ///
    /// Returns the final report.
    package func finish(within limit: Duration = .seconds(5)) -> Report {
        guard isStarted.withLock({ $0 }) else { return report.withLock { $0 } }
        isFinishing.withLock { $0 = true }
        mailbox.add { $0.isLast = true }
        hurry.signal()
        if done.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .timedOut {
            let reason = stage.withLock(\.delay)
            report.withLock { $0.error = $0.error ?? HistoryError(.other, reason) }
        }
        return report.withLock { $0 }
    }

    /// Returns the problem to show to the user, or `nil` if everything was kept.
    package func trouble(in report: Report) -> HistoryTrouble? { report.trouble(in: settings.folder) }

    /// Yields the processor, unless a caller waits for this thread or too much work is waiting.
    ///
    /// Linux runs a thread for some milliseconds before it switches to another one on the same processor. A batch
    /// takes that long, and responses that arrive meanwhile would be delayed.
    private func giveWay() {
        guard !isFinishing.withLock({ $0 }), waiting.withLock({ $0 }) < Self.mostGivingWay else { return }
        sched_yield()
    }

    private func work() {
        var keeper = HistoryKeeper(settings)
        stage.withLock { $0 = .opening }
        keeper.open()
        stage.withLock { $0 = .hidingSecrets }
        if keeper.report != Report() { publish(keeper.report) }
        var patience: Int? = settings.idleMilliseconds
        while true {
            let pending = mailbox.drain(withinMilliseconds: patience)
            take(pending, by: &keeper)
            if pending.isLast {
                keeper.finish()
                // Callers need not wait until the tasks are released and the files are closed.
                withExtendedLifetime((pending, keeper)) { _ = done.signal() }
                return
            }
            if isFinishing.withLock({ $0 }) { continue }
            guard pending.isEmpty else {
                patience = settings.idleMilliseconds
                if !pending.records.isEmpty {
                    _ = hurry.wait(timeout: .now() + .milliseconds(Self.pauseMilliseconds))
                }
                continue
            }
            // Does deferrable work in pieces, and then sleeps until something is added.
            patience = keeper.tidyUp() ? Self.gapMilliseconds : nil
            if keeper.report != report.withLock({ $0 }) { publish(keeper.report) }
        }
    }

    private func take(_ pending: Pending, by keeper: inout HistoryKeeper) {
        keeper.learn(pending.secrets)
        guard !pending.records.isEmpty else { return }
        let tasks = keeper.pack(pending.records, givingWay: giveWay)
        stage.withLock { $0 = .writing }
        keeper.keep(tasks)
        stage.withLock { $0 = .hidingSecrets }
        waiting.withLock { $0 -= pending.weight }
        publish(keeper.report)
    }

    private func publish(_ report: Report) {
        self.report.withLock { $0 = report }
        tell(report)
    }
}

extension TaskRecord {
    /// The approximate memory in bytes that the record takes while it waits.
    fileprivate var weight: Int { 4_096 + keptBytes }
}
