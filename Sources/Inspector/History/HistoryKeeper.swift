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
    /// Where the session's last tasks in the journal end; nil where it has none there.
    private var journalPlace: HistoryJournal.Place?
    private var waiting = Waiting.summaries
    private var indexing = IndexShare()

    /// The work that can wait, in its order; the limits are held once.
    private enum Waiting {
        case summaries, links
        case limits(hasDeleted: Bool)
        case room, index
    }

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
        if try !isJournaled(tasks) { try opened().append(tasks, of: session, as: &number) }
    }

    /// Puts tasks into the journal, as long as it takes them; false where they belong into the tables.
    private mutating func isJournaled(_ tasks: [StoredTask]) throws(HistoryError) -> Bool {
        guard session.beginsInJournal, store == nil else { return false }
        return try HistoryJournal(of: session.folder).append(tasks, of: session, at: &journalPlace)
    }

    private mutating func opened() throws(HistoryError) -> HistoryStore {
        if let store { return store }
        let store = try HistoryStore(writing: session.folder)
        if let damaged = store.damagedJournal { report.damaged = damaged }
        if journalPlace != nil { number = try store.row(of: session.token) }
        self.store = store
        return store
    }

    /// Opens a history that is there and lacks something; one that lacks nothing is not touched.
    private mutating func openIfUnfinished() throws(HistoryError) {
        guard store == nil, let found = try HistoryStore(reading: session.folder) else { return }
        if let damaged = found.damagedJournal { report.damaged = damaged }
        let isUnsummarized = try found.hasUnsummarized
        let isBehind = try found.isBehind
        if isUnsummarized || isBehind { _ = try opened() }
    }

    /// Does a piece of what can wait; true while there is more of it.
    mutating func tidyUp() -> Bool {
        do throws(HistoryError) {
            try openIfUnfinished()
            guard let store else { return false }
            switch waiting {
            case .summaries:
                if try !store.summarize() { waiting = .links }
            case .links:
                if try store.linkAll(within: .zero) { waiting = .limits(hasDeleted: false) }
            case .limits(let hasDeleted):
                if try store.prune(to: session.limits, now: Date()) > 0 {
                    waiting = .limits(hasDeleted: true)
                } else {
                    waiting = hasDeleted ? .room : .index
                }
            case .room:
                if try !store.shrink() { waiting = .index }
            case .index:
                if try store.index() { return true }
                // A rest is not saved up.
                indexing = IndexShare()
                return false
            }
            return true
        } catch {
            if error.kind == .corrupt { setDamagedAside() }
            return false
        }
    }

    /// Hears of the time that was spent waiting for tasks.
    mutating func count(waited time: Duration) { indexing.count(waited: time) }

    /// Makes links, or adds to the index of the search, if its share of the time allows a step; returns `true` while there may be more.
    ///
    /// A session that writes the journal does so for earlier ones, whose tasks `inspector history` has put into the tables.
    mutating func index() -> Bool {
        // Not even a look: there is mostly something, and a short program would make one for each pause.
        guard store != nil || session.folder.hasTables else { return false }
        guard indexing.allowsStep else { return true }
        let begin = ContinuousClock.now
        defer { indexing.count(step: ContinuousClock.now - begin) }
        do throws(HistoryError) {
            try openIfUnfinished()
            return try store?.index() ?? false
        } catch {
            if error.kind == .corrupt { setDamagedAside() }
            return false
        }
    }

    /// Ends the session; now and then one does, for programs that never rest, what can wait.
    func finish() {
        if let store, let number, HistoryStore.holdsLimits(after: number), case .summaries = waiting {
            try? store.holdLimits(session.limits)
        }
    }
}
