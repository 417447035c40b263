import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// Every task the screen knows, ascending by number.
///
/// ```
///             created        ended                       shown on the screen
///  event ──▶ record     ──▶ summary and KeptTask    ──▶ record, read again
///             5 to 20 kB     600 bytes                   as many as there are rows
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

    /// A task that has not ended.
    private struct LiveTask: Equatable, Sendable {
        var record: TaskRecord
        let asked: ResolvedRequest

        init?(_ event: Event) {
            guard let record = TaskRecord(event) else { return nil }
            (self.record, asked) = (record, ResolvedRequest(record.origin))
        }
    }

    private struct Row: Equatable, Sendable {
        /// As of its end; of a live task only what was known at its creation holds.
        var summary: TaskSummary
        /// Nil while it is live.
        var ended: KeptTask?
    }

    private var rows: [Row] = []
    private var liveTasks: [TaskID: LiveTask] = [:]
    private var writer = KeptTaskWriter()
    /// The labels of the summaries, each once.
    private var labels: Set<TaskSummary.Labels> = []
    /// Tasks that have ended and are looked at just now.
    private var unfolded: [TaskID: TaskRecord] = [:]
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
    var live: some Collection<TaskID> { liveTasks.keys }

    /// The host of more than half of the tasks.
    private(set) var mainHost: String?

    /// Returns the host of a task, where it is not the one of most.
    func otherHost(of task: TaskRecord) -> String? {
        let host = task.isTunnel ? nil : task.origin.url?.hostText
        return host == mainHost ? nil : host
    }

    // MARK: Looking

    func isLive(_ task: TaskKey) -> Bool { task.session.map { liveTasks[$0] != nil } ?? false }

    /// Indicates whether all is here that is known of a task, and not being read.
    func isWhole(_ task: TaskKey) -> Bool { task.row.map(past.isWhole) ?? true }

    func contains(_ task: TaskKey) -> Bool { task.session.map { index(of: $0) != nil } ?? true }

    subscript(task: TaskKey) -> TaskRecord? {
        switch task {
        case .stored(let row): past[row]
        case .session(let id): self[id]
        }
    }

    /// All that is known of a task of this session; one that has ended and is not ``unfold(_:)``ed is read.
    package subscript(id: TaskID) -> TaskRecord? {
        liveTasks[id]?.record ?? unfolded[id] ?? ended(id)?.record
    }

    /// A task that has ended, as it is kept.
    func ended(_ id: TaskID) -> KeptTask? { index(of: id).flatMap { rows[$0].ended } }

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
        let tasks = candidates.compactMap { row in
            row.ended.flatMap { isWanted(row.summary) ? $0 : nil }
        }
        return TextSearch(number: number, query: query, tasks: tasks)
    }

    private func summary(of row: Row, now: Instant) -> TaskSummary {
        guard let task = liveTasks[row.summary.id] else { return row.summary }
        return TaskSummary(task.record, asked: task.asked, now: now)
    }

    // MARK: Changing

    /// Folds an event in and tells what became of its task.
    mutating func apply(_ event: Event) -> Change {
        let id = event.task
        guard liveTasks[id]?.record.apply(event) != nil else {
            return index(of: id).map { append(event, to: $0) } ?? add(event)
        }
        if case .connected(let connection) = event.kind { note(id, on: connection) }
        switch liveTasks[id]?.record.state.name {
        case .waiting: waiting.insert(id)
        default: waiting.remove(id)
        }
        guard liveTasks[id]?.record.state.isFinished == true else { return Change() }
        end(id)
        return Change(hasEnded: true)
    }

    /// Keeps the records of tasks that have ended and are looked at, and lets go of all others.
    mutating func unfold(_ tasks: some Sequence<TaskKey>) {
        var records: [TaskID: TaskRecord] = [:]
        for id in tasks.lazy.compactMap(\.session) where liveTasks[id] == nil {
            records[id] = records[id] ?? self[id]
        }
        unfolded = records
    }

    /// Drops the oldest bodies of tasks that are over, so that they are no more than so many bytes together.
    mutating func dropBodies(beyond limit: Int, sparing isSpared: (TaskID) -> Bool) {
        for id in bodies.overflow(beyond: limit, sparing: isSpared) {
            guard let index = index(of: id), var record = rows[index].ended?.record else { continue }
            record.dropBodies()
            replace(at: index, with: record)
        }
    }

    /// Takes a task out; returns it where it has ended, so that it can come back.
    @discardableResult
    mutating func remove(_ id: TaskID) -> KeptTask? {
        guard let index = index(of: id) else { return nil }
        if let host = rows[index].summary.asked.url?.hostText { count(host, by: -1) }
        bodies.forget(id)
        liveTasks[id] = nil
        waiting.remove(id)
        unfolded[id] = nil
        return rows.remove(at: index).ended
    }

    /// Puts a task back that was taken out; returns its number.
    mutating func restore(_ task: KeptTask) -> TaskID? {
        guard let record = task.record else { return nil }
        rows.insert(row(of: record, task), at: insertionIndex(of: record.id))
        bodies.add(record.id, weight: record.keptBytes)
        if let host = task.asked.url?.hostText { count(host, by: 1) }
        return record.id
    }

    private mutating func note(_ task: TaskID, on connection: ConnectionRecord) {
        if onConnection[connection.id]?.last != task { onConnection[connection.id, default: []].append(task) }
    }

    private mutating func add(_ event: Event) -> Change {
        guard let task = LiveTask(event) else { return Change() }
        let summary = TaskSummary(task.record, asked: task.asked, now: event.at)
        rows.insert(Row(summary: summary), at: insertionIndex(of: event.task))
        liveTasks[event.task] = task
        if let host = task.asked.url?.hostText { count(host, by: 1) }
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
        guard case .annotated = event.kind, var record = rows[index].ended?.record else { return Change() }
        let verdict = rows[index].summary.verdict
        record.apply(event)
        replace(at: index, with: record)
        return Change(isJudgedAgain: rows[index].summary.verdict != verdict)
    }

    // MARK: Tasks that have ended

    private mutating func end(_ id: TaskID) {
        guard let index = index(of: id), let task = liveTasks.removeValue(forKey: id) else { return }
        // A table keeps the size that a burst has given it.
        if liveTasks.isEmpty { liveTasks = [:] }
        rows[index] = row(of: task.record, writer.write(task.record, task.asked))
        bodies.add(id, weight: task.record.keptBytes)
    }

    private mutating func replace(at index: Int, with record: TaskRecord) {
        rows[index] = row(of: record, writer.write(record, ResolvedRequest(record.origin)))
        if unfolded[record.id] != nil { unfolded[record.id] = record }
    }

    private mutating func row(of record: TaskRecord, _ ended: KeptTask) -> Row {
        var summary = TaskSummary(record, asked: ended.asked, now: record.created)
        summary.labels = labels.insert(summary.labels).memberAfterInsert
        return Row(summary: summary, ended: ended)
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
