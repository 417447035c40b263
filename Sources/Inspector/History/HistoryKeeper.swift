import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import Glibc

/// The writing part of a session.
///
/// It opens the history when there is something to keep, and reopens it after a failure.
struct HistoryKeeper {
    private var packing: StoredTask.Packing
    private(set) var report = HistoryWriter.Report()
    private let session: HistorySession
    private var store: HistoryStore?
    private var number: Int?
    private var waiting = Waiting.limits

    /// The deferrable work, in order.
    ///
    /// It is done once per session.
    private enum Waiting { case limits, room, nothing }

    init(_ session: HistorySession) {
        self.session = session
        packing = StoredTask.Packing(in: session.place, session.redaction)
    }

    /// Adds values that are secret from now on.
    mutating func learn(_ secrets: Set<String>) { packing.redaction.learn(values: secrets) }

    /// The number of steps after which the thread yields.
    private static let steps = 8

    /// Packs tasks and removes their secrets.
    ///
    /// Calls `giveWay` every few steps.
    mutating func pack(_ records: [TaskRecord], givingWay giveWay: () -> Void) -> [StoredTask] {
        var tasks: [StoredTask] = []
        tasks.reserveCapacity(records.count)
        var count = 0
        func step() {
            count += 1
            if count.isMultiple(of: Self.steps) { giveWay() }
        }
        // Learns the secrets of all tasks first, because a response may repeat the credentials of another request.
        let span = records.span
        for index in span.indices {
            packing.redaction.learn(span[index])
            step()
        }
        for index in span.indices {
            if let task = StoredTask(span[index], &packing) { tasks.append(task) }
            step()
        }
        return tasks
    }

    /// Stores either all tasks or none, and records the result in the report.
    mutating func keep(_ tasks: [StoredTask]) {
        do throws(HistoryError) {
            try appendOrBeginAnew(tasks)
            report.saved += tasks.count
            report.error = nil
        } catch {
            // The next batch reopens the history, because the disk may have room again.
            store = nil
            report.lost += tasks.count
            report.error = error
        }
    }

    private mutating func appendOrBeginAnew(_ tasks: [StoredTask]) throws(HistoryError) {
        do throws(HistoryError) {
            try append(tasks)
        } catch {
            guard error.kind == .corrupt else { throw error }
            setDamagedAside()
            try append(tasks)
        }
    }

    private mutating func setDamagedAside() {
        (store, number) = (nil, nil)
        // If the file cannot be renamed, the next access detects the damage again.
        if let damaged = try? session.folder.setDamagedAside() { report.damaged = damaged }
    }

    private mutating func append(_ tasks: [StoredTask]) throws(HistoryError) {
        try opened().append(tasks, of: session, as: &number)
    }

    private mutating func opened() throws(HistoryError) -> HistoryStore {
        if let store { return store }
        let store = try HistoryStore(writing: session.folder)
        if let damaged = store.damagedJournal { report.damaged = damaged }
        self.store = store
        return store
    }

    /// Opens an existing history during the first request.
    ///
    /// An error is reported with the first task.
    mutating func open() {
        guard session.folder.hasTables else { return }
        do throws(HistoryError) {
            _ = try opened()
        } catch {
            if error.kind == .corrupt { setDamagedAside() }
        }
    }

    /// Does one piece of deferrable work.
    ///
    /// Returns `true` if more is left.
    mutating func tidyUp() -> Bool {
        guard let store else { return false }
        do throws(HistoryError) {
            switch waiting {
            case .limits: if try store.prune(to: session.limits, now: Date()) == 0 { waiting = .room }
            case .room: if try !store.shrink() { waiting = .nothing }
            case .nothing: return false
            }
            return true
        } catch {
            if error.kind == .corrupt { setDamagedAside() }
            return false
        }
    }

    /// Ends the session.
    ///
    /// Every few sessions, this also applies the limits, because short programs are never idle.
    func finish() {
        if let store, let number, HistoryStore.holdsLimits(after: number), waiting == .limits {
            try? store.holdLimits(session.limits)
        }
    }
}
