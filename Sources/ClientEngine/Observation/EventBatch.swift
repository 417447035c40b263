/// The events that one turn of a client's loop has brought: those of each task in order, one task behind the other.
///
/// It looks at what the tasks keep anyway: nothing is copied but what is kept of it.
package struct EventBatch: Sequence, Sendable {
    /// The events of one task after the other.
    package let parts: [ArraySlice<Event>]
    /// Those whose events the parts are.
    private let tasks: [any EventTeller]

    /// Takes what tasks have to tell.
    init(_ tasks: [any EventTeller]) {
        self.tasks = tasks
        parts = tasks.map { $0.takeUntold() }
    }

    /// Calls a closure with each task that has ended.
    package func forEachEnd(_ body: (EndedTask) throws -> Void) rethrows {
        for (part, task) in zip(parts, tasks) {
            let events = part.span
            for index in events.indices where events[index].isEnd {
                try body(EndedTask(event: events[index], task: task))
            }
        }
    }

    /// Calls a closure with each event.
    package func forEach(_ body: (Event) throws -> Void) rethrows {
        for part in parts {
            // Lent where they lie: to iterate would copy each.
            let events = part.span
            for index in events.indices { try body(events[index]) }
        }
    }

    /// Takes events one at a time.
    package func makeIterator() -> FlattenSequence<[ArraySlice<Event>]>.Iterator {
        parts.joined().makeIterator()
    }
}

/// A task that is over.
package struct EndedTask: Sendable {
    /// Its last event.
    package let event: Event
    fileprivate let task: any EventTeller

    /// Its record, which is put together here, on the caller's thread.
    package var record: TaskRecord { task.snapshot }
}
