import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import Glibc

/// The writer's side of a session: opens the history when there is something to keep, and again after a failure.
struct HistoryKeeper {
    private var packing: StoredTask.Packing
    private(set) var report = HistoryWriter.Report()
    private let session: HistorySession
    private var store: HistoryStore?
    private var number: Int?
    private var waiting = Waiting.limits

    /// The work that can wait, in its order; it is done once.
    private enum Waiting { case limits, room, nothing }

    init(_ session: HistorySession) {
        self.session = session
        packing = StoredTask.Packing(in: session.place, session.redaction)
    }

    /// Hears of values that are secret from now on.
    mutating func learn(_ secrets: Set<String>) { packing.redaction.learn(values: secrets) }

    /// The number of steps behind which others may have the processor.
    private static let steps = 8

    /// Packs tasks without their secrets; calls `giveWay` every few steps.
    mutating func pack(_ records: [TaskRecord], givingWay giveWay: () -> Void) -> [StoredTask] {
        var tasks: [StoredTask] = []
        tasks.reserveCapacity(records.count)
        var count = 0
        func step() {
            count += 1
            if count.isMultiple(of: Self.steps) { giveWay() }
        }
        // All secrets first: an answer may repeat what another request proves itself by.
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

    /// Keeps tasks, all or none of them, and notes in the report what became of them.
    mutating func keep(_ tasks: [StoredTask]) {
        do throws(HistoryError) {
            try appendOrBeginAnew(tasks)
            report.saved += tasks.count
            report.error = nil
        } catch {
            // The next batch begins anew: the disk may have room again.
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
        // Where it cannot be renamed, the next look at it says again that it is damaged.
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

    /// Opens the history where there is one, while the first request is under way; where that fails, the first task says why.
    mutating func open() {
        guard session.folder.hasTables else { return }
        do throws(HistoryError) {
            _ = try opened()
        } catch {
            if error.kind == .corrupt { setDamagedAside() }
        }
    }

    /// Does a piece of what can wait; true while there is more of it.
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

    /// Ends the session; now and then one does, for programs that never rest, what can wait.
    func finish() {
        if let store, let number, HistoryStore.holdsLimits(after: number), waiting == .limits {
            try? store.holdLimits(session.limits)
        }
    }
}
