import ClientEngine

/// Every task the screen knows, ascending by number.
struct Tasks: Equatable, Sendable {
    /// What one event, or a burst of them, was for a task.
    struct Change: Equatable, Sendable {
        var isNew = false
        /// Told of each task once.
        var hasEnded = false
        /// What was found out after its end has changed what the task comes to.
        var isJudgedAgain = false

        mutating func add(_ later: Change) {
            isNew = isNew || later.isNew
            hasEnded = hasEnded || later.hasEnded
            isJudgedAgain = isJudgedAgain || later.isJudgedAgain
        }
    }

    private(set) var records: [TaskRecord] = []
    /// The tasks that have not ended, so that nobody walks all of them to count.
    private(set) var live: Set<TaskID> = []
    /// The live tasks that wait for their next attempt.
    private(set) var waiting: Set<TaskID> = []
    /// The bodies that are kept.
    private(set) var bodies = KeptBodies()
    /// The tasks of each connection, so that nobody walks all of them to find its others.
    private var onConnection: [Int: [TaskID]] = [:]

    var isEmpty: Bool { records.isEmpty }
    var count: Int { records.count }

    subscript(id: TaskID) -> TaskRecord? {
        index(of: id).map { records[$0] }
    }

    /// Folds an event in and tells what became of its task.
    mutating func apply(_ event: Event) -> Change {
        guard let index = index(of: event.task) else { return add(event) }
        let verdict = records[index].verdict
        records[index].apply(event)
        if case .connected(let connection) = event.kind { note(event.task, on: connection) }
        let hasEnded = records[index].state.isFinished && live.remove(event.task) != nil
        if records[index].state.name == .waiting {
            waiting.insert(event.task)
        } else {
            waiting.remove(event.task)
        }
        if hasEnded { bodies.add(event.task, weight: records[index].keptBytes) }
        let isJudgedAgain = verdict != nil && records[index].verdict != verdict
        return Change(hasEnded: hasEnded, isJudgedAgain: isJudgedAgain)
    }

    /// Drops the oldest bodies of tasks that are over, so that they are no more than so many bytes together.
    mutating func dropBodies(beyond limit: Int, sparing isSpared: (TaskID) -> Bool) {
        for id in bodies.overflow(beyond: limit, sparing: isSpared) {
            if let index = index(of: id) { records[index].dropBodies() }
        }
    }

    mutating func remove(_ id: TaskID) {
        guard let index = index(of: id) else { return }
        bodies.forget(id)
        records.remove(at: index)
        live.remove(id)
        waiting.remove(id)
    }

    /// The tasks that ran on a connection, in the order they came to it.
    func tasks(onConnection id: Int) -> [TaskID] {
        (onConnection[id] ?? []).filter { index(of: $0) != nil }
    }

    private mutating func note(_ task: TaskID, on connection: ConnectionRecord) {
        if onConnection[connection.id]?.last != task { onConnection[connection.id, default: []].append(task) }
    }

    private mutating func add(_ event: Event) -> Change {
        guard let record = TaskRecord(event) else { return Change() }
        records.insert(record, at: insertionIndex(of: event.task))
        live.insert(record.id)
        return Change(isNew: true)
    }

    private func index(of id: TaskID) -> Int? {
        let index = insertionIndex(of: id)
        return index < records.count && records[index].id == id ? index : nil
    }

    private func insertionIndex(of id: TaskID) -> Int {
        if let last = records.last, last.id < id { return records.count }
        return records.partition(lowerBoundOf: id, by: \.id)
    }
}

extension Array {
    /// The first index whose key is not below the given one, in an array that ascends by that key.
    func partition<Value: Comparable>(lowerBoundOf value: Value, by key: (Element) -> Value) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
