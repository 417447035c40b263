import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// Every task the screen knows, ascending by number.
///
/// ```
///             created                     ended                    shown on the screen
///  event ──▶ record and packed log ──▶ summary and packed log ──▶ record, folded again
///             5 to 20 kB                   600 bytes, in blocks       as many as there are rows
/// ```
package struct Tasks: Equatable, Sendable {
    /// The change that one event, or a burst of them, was for a task.
    struct Change: Equatable, Sendable {
        var isNew = false
        /// Told of each task once.
        var hasEnded = false
        /// The results after its end have changed its verdict.
        var isJudgedAgain = false

        mutating func add(_ later: Change) {
            isNew = isNew || later.isNew
            hasEnded = hasEnded || later.hasEnded
            isJudgedAgain = isJudgedAgain || later.isJudgedAgain
        }
    }

    /// A task as it is told of.
    private struct Story: Equatable, Sendable {
        var record: TaskRecord
        var log: TaskLog

        init?(_ event: Event) {
            guard let record = TaskRecord(event), let log = TaskLog(event) else { return nil }
            (self.record, self.log) = (record, log)
        }

        mutating func apply(_ event: Event) {
            record.apply(event)
            log.append(event)
        }
    }

    private struct Row: Equatable, Sendable {
        /// As of its end; of a live task only what was known at its creation holds.
        var summary: TaskSummary
        /// The place of its log; nil while it is live.
        var log: TaskLogs.Place?
    }

    private var rows: [Row] = []
    /// The tasks that have not ended.
    private var stories: [TaskID: Story] = [:]
    /// The logs of those that have.
    private var logs = TaskLogs()
    /// The labels of the summaries, each once.
    private var labels: Set<TaskSummary.Labels> = []
    /// Tasks that have ended and are looked at just now.
    private var folded: [TaskID: TaskRecord] = [:]
    /// The tasks of earlier sessions.
    var past = PastTasks()
    /// The live tasks that wait for their next attempt.
    private(set) var waiting: Set<TaskID> = []
    private(set) var bodies = KeptBodies()
    /// The number of tasks of each host.
    private var hosts: [String: Int] = [:]
    /// The number of tasks that have a host.
    private var hostCount = 0
    /// The tasks of each connection, so that nobody walks all of them to find its others.
    private var onConnection: [Int: [TaskID]] = [:]

    var isEmpty: Bool { rows.isEmpty }
    var count: Int { rows.count }
    /// The tasks that have not ended.
    var live: some Collection<TaskID> { stories.keys }

    /// The host of more than half of the tasks.
    private(set) var mainHost: String?

    /// Returns the host of a task, where it is not the one of most.
    func otherHost(of task: TaskRecord) -> String? {
        let host = task.isTunnel ? nil : task.origin.url?.hostText
        return host == mainHost ? nil : host
    }

    // MARK: Looking

    func isLive(_ task: TaskKey) -> Bool { task.session.map { stories[$0] != nil } ?? false }

    /// Indicates whether all is here that is known of a task, and not being read.
    func isWhole(_ task: TaskKey) -> Bool { task.row.map(past.isWhole) ?? true }

    func contains(_ task: TaskKey) -> Bool { task.session.map { index(of: $0) != nil } ?? true }

    subscript(task: TaskKey) -> TaskRecord? {
        switch task {
        case .stored(let row): past[row]
        case .session(let id): self[id]
        }
    }

    /// All that is known of a task of this session; for one that has ended and is not ``unfold(_:)``ed, its log is read.
    package subscript(id: TaskID) -> TaskRecord? {
        if let record = stories[id]?.record ?? folded[id] { return record }
        guard let index = index(of: id), let place = rows[index].log else { return nil }
        return logs[place].record
    }

    /// A task in brief.
    func summary(of id: TaskID, now: Instant) -> TaskSummary? {
        index(of: id).map { summary(of: rows[$0], now: now) }
    }

    /// Every task in brief.
    func summaries(now: Instant) -> some Sequence<TaskSummary> {
        rows.lazy.map { summary(of: $0, now: now) }
    }

    /// Returns the newest tasks in brief.
    func newest(_ count: Int, now: Instant) -> some Sequence<TaskSummary> {
        rows.suffix(count).reversed().lazy.map { summary(of: $0, now: now) }
    }

    /// The requests of all tasks.
    var asked: some BidirectionalCollection<ResolvedRequest> { rows.lazy.map(\.summary.asked) }

    /// The kinds of all calls; tasks that ask for the same mostly share what they ask for.
    var kinds: Set<CallKind> {
        var seen: Set<ObjectIdentifier> = []
        return Set(asked.filter { seen.insert(ObjectIdentifier($0)).inserted }.compactMap { CallKind($0) })
    }

    /// The tasks that ran on a connection, in the order they came to it.
    func tasks(onConnection id: Int) -> [TaskID] {
        (onConnection[id] ?? []).filter { index(of: $0) != nil }
    }

    /// Prepares a search for texts in tasks that have ended: in some, or with nil in all, that are wanted otherwise.
    func search(_ query: TaskQuery, _ number: Int, in ids: [TaskID]?, where isWanted: (TaskSummary) -> Bool)
        -> TextSearch
    {
        let candidates = ids.map { $0.compactMap(index).map { rows[$0] } } ?? rows
        let entries = candidates.compactMap { row in
            row.log.flatMap {
                isWanted(row.summary) ? TextSearch.Entry(task: row.summary.id, place: $0) : nil
            }
        }
        return TextSearch(number: number, query: query, logs: logs, entries: entries)
    }

    private func summary(of row: Row, now: Instant) -> TaskSummary {
        guard let story = stories[row.summary.id] else { return row.summary }
        return TaskSummary(story.record, asked: story.log.asked, now: now)
    }

    // MARK: Changing

    /// Folds an event in and tells what became of its task.
    mutating func apply(_ event: Event) -> Change {
        let id = event.task
        guard stories[id]?.apply(event) != nil else {
            return index(of: id).map { append(event, to: $0) } ?? add(event)
        }
        if case .connected(let connection) = event.kind { note(id, on: connection) }
        switch stories[id]?.record.state.name {
        case .waiting: waiting.insert(id)
        default: waiting.remove(id)
        }
        guard stories[id]?.record.state.isFinished == true else { return Change() }
        end(id, at: event.at)
        return Change(hasEnded: true)
    }

    /// Keeps the records of tasks that have ended and are looked at, and lets go of all others.
    mutating func unfold(_ tasks: some Sequence<TaskKey>) {
        var records: [TaskID: TaskRecord] = [:]
        for id in tasks.lazy.compactMap(\.session) where stories[id] == nil {
            records[id] = records[id] ?? self[id]
        }
        folded = records
    }

    /// Drops the oldest bodies of tasks that are over, so that they are no more than so many bytes together.
    mutating func dropBodies(beyond limit: Int, sparing isSpared: (TaskID) -> Bool) {
        for id in bodies.overflow(beyond: limit, sparing: isSpared) {
            guard let index = index(of: id), let place = rows[index].log else { continue }
            replace(at: index, with: logs[place].droppingBodies())
        }
    }

    /// Takes a task out; returns its log, by which it can come back.
    @discardableResult
    mutating func remove(_ id: TaskID) -> TaskLog? {
        guard let index = index(of: id) else { return nil }
        let log = rows[index].log.map { logs[$0] }
        if let host = self[id]?.origin.url?.hostText { count(host, by: -1) }
        bodies.forget(id)
        stories[id] = nil
        waiting.remove(id)
        folded[id] = nil
        if let place = rows.remove(at: index).log { forget(place) }
        return log
    }

    /// Puts a task back that was taken out.
    mutating func restore(_ log: TaskLog) {
        let record = log.record
        let index = insertionIndex(of: record.id)
        rows.insert(Row(summary: TaskSummary(record, asked: log.asked, now: record.created)), at: index)
        keep(log, of: record, at: index)
        bodies.add(record.id, weight: record.keptBytes)
        if let host = record.origin.url?.hostText { count(host, by: 1) }
    }

    private mutating func note(_ task: TaskID, on connection: ConnectionRecord) {
        if onConnection[connection.id]?.last != task { onConnection[connection.id, default: []].append(task) }
    }

    private mutating func add(_ event: Event) -> Change {
        guard let story = Story(event) else { return Change() }
        let summary = TaskSummary(story.record, asked: story.log.asked, now: event.at)
        rows.insert(Row(summary: summary), at: insertionIndex(of: event.task))
        stories[event.task] = story
        if let host = story.record.origin.url?.hostText { count(host, by: 1) }
        return Change(isNew: true)
    }

    private mutating func count(_ host: String, by step: Int) {
        let count = hosts[host, default: 0] + step
        hosts[host] = count == 0 ? nil : count
        hostCount += step
        if count * 2 > hostCount {
            mainHost = host
        } else if hosts[mainHost ?? "", default: 0] * 2 <= hostCount {
            mainHost = nil
        }
    }

    /// Takes in what was found out about a task that is over; anything else comes too late.
    private mutating func append(_ event: Event, to index: Int) -> Change {
        guard case .annotated = event.kind, let place = rows[index].log else { return Change() }
        let verdict = rows[index].summary.verdict
        var log = logs[place]
        log.append(event)
        replace(at: index, with: log)
        return Change(isJudgedAgain: rows[index].summary.verdict != verdict)
    }

    // MARK: Logs

    /// Packs a task that is over.
    private mutating func end(_ id: TaskID, at now: Instant) {
        guard let index = index(of: id), let story = stories.removeValue(forKey: id) else { return }
        // A table keeps the size that a burst has given it.
        if stories.isEmpty { stories = [:] }
        keep(story.log, of: story.record, at: index)
        bodies.add(id, weight: story.record.keptBytes)
    }

    private mutating func replace(at index: Int, with log: TaskLog) {
        let (id, old) = (rows[index].summary.id, rows[index].log)
        let record = log.record
        keep(log, of: record, at: index)
        if folded[id] != nil { folded[id] = record }
        if let old { forget(old) }
    }

    private mutating func keep(_ log: TaskLog, of record: TaskRecord, at index: Int) {
        let place = logs.append(log)
        var summary = TaskSummary(record, asked: logs.asked(at: place), now: record.created)
        summary.labels = labels.insert(summary.labels).memberAfterInsert
        rows[index] = Row(summary: summary, log: place)
    }

    private mutating func forget(_ place: TaskLogs.Place) {
        guard logs.remove(place) else { return }
        for index in rows.indices {
            guard var moved = rows[index].log, logs.move(&moved, outOfBlockOf: place) else { continue }
            rows[index].log = moved
        }
    }

    private func index(of id: TaskID) -> Int? {
        let index = insertionIndex(of: id)
        return index < rows.count && rows[index].summary.id == id ? index : nil
    }

    private func insertionIndex(of id: TaskID) -> Int {
        if let last = rows.last, last.summary.id < id { return rows.count }
        return rows.partitioningIndex { $0.summary.id >= id }
    }
}
