/// The events of one turn of a client's loop: those of each task in order, one task after the other.
///
/// It refers to the events that the tasks keep. Iterating copies each event; ``forEach(_:)`` copies none.
public struct EventBatch: Sequence, Sendable {
    /// The events of the only task, without an array around them.
    private let only: ArraySlice<Event>
    /// The events of one task after the other, where there may be several.
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
            // Lent where they lie: to iterate would copy each.
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

    /// Takes events one at a time.
    public func makeIterator() -> FlattenSequence<[ArraySlice<Event>]>.Iterator {
        ([only] + parts).joined().makeIterator()
    }

    /// Returns those of the tasks that are over with these events.
    func ended(of tasks: some Collection<any EventTeller>) -> [EndedTask] {
        zip(parts.isEmpty ? [only] : parts, tasks).compactMap { EndedTask($0, of: $1) }
    }
}

/// A task that is over, as ``Client/observeEnds(_:)`` reports it.
public struct EndedTask: Sendable {
    /// Its last event.
    public let event: Event
    private let task: any EventTeller

    /// Takes a task whose last events these are; nil if it is not over.
    init?(_ events: ArraySlice<Event>, of task: any EventTeller) {
        guard let last = events.last, last.isEnd else { return nil }
        (event, self.task) = (last, task)
    }

    /// Its record, assembled on the caller's thread each time.
    public var record: TaskRecord { task.snapshot }
}
