/// The events that one turn of a client's loop has brought: those of each task in order, one task behind the other.
///
/// It looks at what the tasks keep anyway: nothing is copied but what is kept of it.
package struct EventBatch: Sequence, Sendable {
    /// The events of one task after the other.
    package let parts: [ArraySlice<Event>]

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
    private let task: any EventTeller

    /// Takes a task whose last events these are; nil where it goes on.
    init?(_ events: ArraySlice<Event>, of task: any EventTeller) {
        guard let last = events.last, last.isEnd else { return nil }
        (event, self.task) = (last, task)
    }

    /// Its record, which is put together here, on the caller's thread.
    package var record: TaskRecord { task.snapshot }
}
