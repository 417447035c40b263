import ClientEngine
import ClientEngineRecording
import Dispatch
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorValues

/// Keeps what others hand over, on a thread of its own: nobody waits for the disk.
///
///     add(record) ──▶ mailbox ──▶ the thread: hides secrets, packs, commits a batch ──▶ report
///                                 └── when nothing comes: deletes old tasks
package final class HistoryWriter: Sendable {
    /// The fate of the tasks so far.
    package struct Report: Sendable, Equatable {
        /// The tasks that are there for good.
        package var saved = 0
        /// The tasks that are not, and why.
        package var lost = 0
        package var error: HistoryError?
        /// A file of the history that was found damaged.
        package var damaged: DamagedFile?
    }

    /// What has come since the thread looked last.
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
    /// The work of the thread.
    private enum Stage {
        /// Opens the history, which rewrites one of an earlier version.
        case opening
        case hidingSecrets, writing

        /// The reason why tasks are not kept in time.
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
    /// About how many bytes were added and are not kept yet.
    private let waiting = Locked(0)
    private let done = DispatchSemaphore(value: 0)
    private let hurry = DispatchSemaphore(value: 0)
    /// The time between two batches: what comes meanwhile is committed together.
    private static let pauseMilliseconds = 5
    /// The time between two pieces of what can wait: longer than other programs wait between two looks at the lock, so that they get it.
    private static let gapMilliseconds = 5
    private static let mostWaiting = 64 << 20
    /// The bytes up to which it gives way: whoever lets more of them wait has them in memory that nobody has used before.
    private static let mostGivingWay = 8 << 20
    private let settings: HistorySession
    private let tell: @Sendable (Report) -> Void

    /// Creates a writer, which does nothing until it is asked; `tell` hears of what has become of each batch, on its thread.
    package init(_ settings: HistorySession, tell: @escaping @Sendable (Report) -> Void = { _ in }) {
        self.settings = settings
        self.tell = tell
        report = Locked(Report())
    }

    /// Starts the thread, as the first task does, too.
    ///
    /// The thread opens the history at once where there is one, and makes none where there is none. While nothing comes, it deletes old
    /// tasks.
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

    /// Keeps a finished task.
    package func add(_ record: TaskRecord) {
        let weight = record.weight
        waiting.withLock { $0 += weight }
        mailbox.add {
            $0.records.append(record)
            $0.weight += weight
        }
        start()
    }

    /// Indicates whether the disk is so far behind that nobody who can wait should add anything.
    package var isBehind: Bool { waiting.withLock { $0 > Self.mostWaiting } }

    /// Hears of values that are secret from now on.
    package func learn(_ secrets: Set<String>) {
        if !secrets.isEmpty { mailbox.add { $0.secrets.formUnion(secrets) } }
    }

    /// Waits until all that was added is kept, at most so long; returns what became of it.
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

    /// Returns the trouble that a report tells a person; nil where all is kept.
    package func trouble(in report: Report) -> HistoryTrouble? { report.trouble(in: settings.folder) }

    /// Lets threads that have something to do have the processor, unless somebody waits for this one, or it falls behind.
    ///
    /// Linux lets a thread go on for some milliseconds before another one on the same processor gets its turn: as long as a batch
    /// takes, and the answers that come meanwhile would wait for its end.
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
                // Nobody need wait until the tasks are let go of, and the files are closed.
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
            // What can wait is done in pieces, and then nothing until something comes.
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
    /// About how many bytes it takes while it waits.
    fileprivate var weight: Int { 4_096 + keptBytes }
}
