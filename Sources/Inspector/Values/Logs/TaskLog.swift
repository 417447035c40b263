import ClientEngine
import InspectorTaskFilter

/// The story of one task, packed: a few hundred bytes instead of the thousands that its events or its record take.
///
/// ```
/// bytes    │ origin │ entry │ entry │ …
/// entry    │ code │ attempt, exchange │ time since the creation │ detail │
/// values   what entries refer to, in the order in which they do
/// ```
/// It gives back the events that went in, and their fold. A part of a body that no record keeps (``TaskOrigin/keepsBody``)
/// comes back as its size (``Event/Kind/delivered(_:)``).
package struct TaskLog: Sendable, Equatable {
    package let asked: ResolvedRequest
    var bytes: [UInt8] = []
    var values: [LogValue] = []

    /// The size up to which a part of a body stands among the bytes: an array of its own costs about 50 bytes more, and can be
    /// let go of.
    static let longestInline = 1_024

    init(_ asked: ResolvedRequest, bytes: [UInt8], values: [LogValue]) {
        self.asked = asked
        self.bytes = bytes
        self.values = values
    }

    /// Begins a log with the event that created a task; nil for any other event.
    package init?(_ event: Event) {
        guard case .taskCreated(let origin) = event.kind else { return nil }
        asked = ResolvedRequest(origin)
        write(origin, of: event)
    }

    /// The record that the events add up to.
    package var record: TaskRecord {
        var reader = LogReader(self)
        var record = TaskRecord(id: reader.id, origin: reader.origin, created: reader.created)
        while let event = reader.next() { record.apply(event) }
        if let sizes = reader.dropped { record.dropBodies(sizes) }
        return record
    }

    /// The log without the bodies that ``TaskRecord/keptBytes`` counts; its record says that they were dropped.
    package func droppingBodies() -> TaskLog {
        var record = record
        guard record.keptBytes > 0 else { return self }
        let sizes = record.dropBodies()
        var reader = LogReader(self)
        var created = reader.creation
        created.kind = .taskCreated(record.origin)
        guard var log = TaskLog(created) else { return self }
        while let event = reader.next() {
            log.append(event.droppingBody(ofRequest: sizes.request != nil))
        }
        log.write(sizes)
        return log
    }
}

extension Event {
    /// The event without its part of a response's body, and of a request's body where that is dropped, too.
    fileprivate func droppingBody(ofRequest isOfRequest: Bool) -> Event {
        var event = self
        switch kind {
        case .received(let bytes) where !bytes.isEmpty: event.kind = .delivered(bytes.count)
        case .transcript: event.kind = .transcript([])
        case .exchangeEnded(var end) where end.decodedBody?.isEmpty == false:
            end.decodedBody = nil
            event.kind = .exchangeEnded(end)
        case .exchangeStarted(var start) where isOfRequest:
            start.body = .none
            event.kind = .exchangeStarted(start)
        default: break
        }
        return event
    }
}
