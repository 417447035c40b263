/// The events of one turn of a loop of a client: those of each task in order, one task after the other.
///
/// A batch shares the storage of the tasks' events. Iteration copies each event; ``forEach(_:)`` does not.
public struct EventBatch: Sequence, Sendable {
    /// The events of a single task, without an array around them.
    private let only: ArraySlice<Event>
    /// The events of each task, if there may be several.
    private let parts: [ArraySlice<Event>]

    init(of task: any EventTeller) { (only, parts) = (task.takeUntold(), []) }

    init(of tasks: [any EventTeller]) {
        var parts: [ArraySlice<Event>] = []
        parts.reserveCapacity(tasks.count)
        let lent = tasks.span
        for index in lent.indices { parts.append(lent[index].takeUntold()) }
        (only, self.parts) = ([], parts)
    }

    /// The number of events.
    public var count: Int { parts.reduce(only.count) { $0 + $1.count } }

    /// Calls a closure with each event, in order.
    public func forEach(_ body: (Event) throws -> Void) rethrows {
        try forEachPart { part in
            // Without copying each event, as iteration would.
            let events = part.span
            for index in events.indices { try body(events[index]) }
        }
    }

    /// Calls a closure with the events of each task.
    public func forEachPart(_ body: (ArraySlice<Event>) throws -> Void) rethrows {
        if !only.isEmpty { try body(only) }
        let lent = parts.span
        for index in lent.indices { try body(lent[index]) }
    }

    /// Returns an iterator over the events.
    public func makeIterator() -> FlattenSequence<[ArraySlice<Event>]>.Iterator {
        ([only] + parts).joined().makeIterator()
    }

    /// Returns the tasks that ended with these events.
    func ended(of tasks: some Collection<any EventTeller>) -> [EndedTask] {
        zip(parts.isEmpty ? [only] : parts, tasks).compactMap { EndedTask($0, of: $1) }
    }
}

/// A task that has ended, as ``Client/observeEnds(_:)`` reports it.
public struct EndedTask: Sendable {
    /// The last event of the task.
    public let event: Event
    private let task: any EventTeller

    /// Creates a value for a task with these last events, or returns `nil` if the task has not ended.
    init?(_ events: ArraySlice<Event>, of task: any EventTeller) {
        guard let last = events.last, last.isEnd else { return nil }
        (event, self.task) = (last, task)
    }

    /// The record of the task.
    ///
    /// Each access creates it on the caller's thread.
    public var record: TaskRecord { task.snapshot }
}
