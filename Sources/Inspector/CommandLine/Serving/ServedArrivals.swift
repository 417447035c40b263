import ClientEngine

/// The events of servers since they were last shown; bodies stay behind where only their lengths are shown.
///
///     loop thread ── events ──▶ │ created │ head │ +16 kB │ ended │ ──drain──▶ main thread
///     files of mocks ── changed ┤                    └─ further bytes are added to it
///     signals, end of a child ──┘
struct ServedArrivals: Sendable {
    private(set) var events: [Event] = []
    /// The tasks that have ended, where nothing else is shown of them.
    private(set) var ended: [EndedTask] = []
    /// The number of events that were added, or that stand for what was added.
    private(set) var count = 0
    /// The events that a task stands for that has ended.
    static let eventsOfEnded = 10
    var isChanged = false
    private(set) var signal: Int32?
    /// The exit status of the child, once it has ended.
    var childStatus: Int32?
    /// Indicates whether events keep the bytes of bodies.
    private let keepsBodies: Bool
    /// The index of the newest event of a task, if it only says how many bytes have arrived.
    private var progress: [TaskID: Int] = [:]

    init(keepingBodies: Bool = false) {
        keepsBodies = keepingBodies
    }

    mutating func append(_ event: Event) {
        count += 1
        let event = keepsBodies ? event : event.withoutBody
        guard case .delivered(let count) = event.kind else {
            if !progress.isEmpty { progress[event.task] = nil }
            return events.append(event)
        }
        if let place = progress[event.task], case .delivered(let before) = events[place].kind {
            events[place].kind = .delivered(before + count)
        } else {
            progress[event.task] = events.count
            events.append(event)
        }
    }

    mutating func append(_ task: EndedTask) {
        count += Self.eventsOfEnded
        ended.append(task)
    }

    mutating func raise(_ signal: Int32) { self.signal = self.signal ?? signal }
}

extension Event {
    /// The same without the bytes of a response's body, of which only the number stays.
    fileprivate var withoutBody: Event {
        var event = self
        switch kind {
        case .received(let bytes): event.kind = .delivered(bytes.count)
        case .exchangeEnded(var end):
            end.decodedBody = nil
            event.kind = .exchangeEnded(end)
        default: break
        }
        return event
    }
}
