import ClientEngine

/// Every task the screen knows, ascending by number.
struct Tasks: Equatable, Sendable {
    private(set) var records: [TaskRecord] = []
    /// The tasks that have not ended, so that nobody walks all of them to count.
    private(set) var live: Set<TaskID> = []
    /// The live tasks that wait for their next attempt.
    private(set) var waiting: Set<TaskID> = []

    var isEmpty: Bool { records.isEmpty }
    var count: Int { records.count }

    subscript(id: TaskID) -> TaskRecord? {
        index(of: id).map { records[$0] }
    }

    /// Folds an event in and tells whether it brought a new task.
    mutating func apply(_ event: Event) -> Bool {
        guard let index = index(of: event.task) else { return add(event) }
        records[index].apply(event)
        if records[index].state.isFinished { live.remove(event.task) }
        if records[index].state.name == .waiting {
            waiting.insert(event.task)
        } else {
            waiting.remove(event.task)
        }
        return false
    }

    mutating func remove(_ id: TaskID) {
        guard let index = index(of: id) else { return }
        records.remove(at: index)
        live.remove(id)
        waiting.remove(id)
    }

    private mutating func add(_ event: Event) -> Bool {
        guard let record = TaskRecord(event) else { return false }
        records.insert(record, at: insertionIndex(of: event.task))
        live.insert(record.id)
        return true
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
