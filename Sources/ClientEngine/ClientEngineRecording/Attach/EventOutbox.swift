import ClientEngine

/// The events that have not been sent to an inspector.
///
/// The outbox is bounded, so that an inspector that does not read costs neither memory nor time.
///
/// ```
///  loop thread ── append ──▶ │ at most 16,384 events, about 8 MiB │ ──take──▶ thread of the attachment
///                   └─ full: dropped and counted; of a task that has lost events, only the end is kept
/// ```
///
/// A value without locks or effects.
struct EventOutbox: Sendable {
    private static let capacity = (events: 16_384, bytes: 8 << 20)

    private var events: [Event] = []
    private var bytes = 0
    /// The live tasks whose creation was kept, and whether all their events were kept.
    private var told: [TaskID: Bool] = [:]
    /// The live tasks whose creation was dropped.
    private var untold: Set<TaskID> = []
    /// The number of events that were dropped since the last call of ``take(_:)``.
    private var dropped = 0

    var isEmpty: Bool { events.isEmpty && dropped == 0 }

    private var isFull: Bool { events.count >= Self.capacity.events || bytes >= Self.capacity.bytes }

    mutating func append(_ event: Event) {
        if case .taskCreated = event.kind {
            guard !isFull else {
                untold.insert(event.task)
                return dropped += 1
            }
            told[event.task] = true
            return keep(event)
        }
        guard let isWhole = told[event.task] else {
            guard untold.contains(event.task) else { return }
            dropped += 1
            if event.isEnd { untold.remove(event.task) }
            return
        }
        if event.isEnd {
            // Each task has one end, so ends need no limit.
            told[event.task] = nil
            if !isWhole {
                var gap = event
                gap.kind = .anomaly(.leftOut)
                keep(gap)
            }
            keep(event)
        } else if isWhole, !isFull {
            keep(event)
        } else {
            told[event.task] = false
            dropped += 1
        }
    }

    private mutating func keep(_ event: Event) {
        events.append(event)
        bytes += event.weight
    }

    /// Removes and returns the oldest events, with the number of events that were dropped since the last call.
    mutating func take(_ count: Int) -> (events: [Event], dropped: Int) {
        let taken = Array(events.prefix(count))
        events.removeFirst(taken.count)
        bytes -= taken.reduce(0) { $0 + $1.weight }
        defer { dropped = 0 }
        return (taken, dropped)
    }
}

extension Event {
    /// The approximate size of the event in bytes.
    fileprivate var weight: Int {
        switch kind {
        case .taskCreated(let origin): 512 + origin.request.body.heldBytes
        case .received(let bytes), .requestHead(let bytes): 64 + bytes.count
        case .interim(let head), .head(let head): 256 + head.wireBytes.count
        case .exchangeEnded(let end): 64 + (end.decodedBody?.count ?? 0)
        default: 64
        }
    }
}

extension Body {
    /// The number of bytes that are in memory.
    var heldBytes: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .data(let data): data.count
        case .deferred(let deferred): deferred.ready?.count ?? 0
        case .none, .file, .stream, .multipart, .typed: 0
        }
    }
}
