import Testing

@testable import ClientEngine
@testable import InspectorValues

/// What was told of tasks, task by task, in the order of their numbers.
struct PackedStory {
    let events: [Event]

    /// The stories in what observers were told.
    static func all(in told: [Event]) -> [PackedStory] {
        Dictionary(grouping: told, by: \.task).filter { $0.key != 0 }.sorted { $0.key < $1.key }
            .map { PackedStory(events: $0.value) }
    }

    /// What the events add up to.
    var fold: TaskRecord? {
        guard let first = events.first, var record = TaskRecord(first) else { return nil }
        for event in events.dropFirst() { record.apply(event) }
        return record
    }

    /// The events as a log gives them back: parts of bodies that no record keeps as sizes.
    private var kept: [Event] {
        guard case .taskCreated(let origin)? = events.first?.kind, !origin.keepsBody else { return events }
        return events.map { event in
            guard case .received(let bytes) = event.kind else { return event }
            var event = event
            event.kind = .delivered(bytes.count)
            return event
        }
    }

    var log: TaskLog? {
        guard let first = events.first, var log = TaskLog(first) else { return nil }
        for event in events.dropFirst() { log.append(event) }
        return log
    }

    /// Expects the log to give back what went in, with and without its bodies, by itself and out of a block.
    func check(_ place: SourceLocation = #_sourceLocation) throws {
        let log = try #require(log, "the story does not begin with the creation", sourceLocation: place)
        let fold = try #require(fold, sourceLocation: place)
        #expect(log.events == kept, sourceLocation: place)
        #expect(log.record == fold, sourceLocation: place)
        var dropped = fold
        dropped.dropBodies()
        #expect(log.droppingBodies().record == dropped, sourceLocation: place)
        #expect(log.droppingBodies().droppingBodies() == log.droppingBodies(), sourceLocation: place)
        var logs = TaskLogs()
        let places = [logs.append(log), logs.append(log.droppingBodies())]
        #expect(logs[places[0]] == log && logs[places[1]] == log.droppingBodies(), sourceLocation: place)
    }
}

extension TaskLog {
    /// The events, the creation first.
    var events: [Event] {
        var reader = LogReader(self)
        var events = [reader.creation]
        while let event = reader.next() { events.append(event) }
        return events
    }
}
