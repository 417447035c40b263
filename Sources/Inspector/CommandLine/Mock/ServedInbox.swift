import ClientEngine
import Dispatch

/// Carries what happens in a mock server to the thread that shows it; bodies stay behind, only their lengths are shown.
///
///     loop thread ── events ──▶ │ created │ head │ +16 kB │ ended │ ──drain──▶ main thread
///     files of mocks ── changed ┤                    └─ further bytes are added to it
///     signals ──────────────────┘ seen at once, whatever waits
final class ServedInbox: Sendable {
    /// What has arrived.
    struct Delivery: Sendable {
        var events: [Event] = []
        /// Whether the files of the mocks have changed.
        var isChanged = false
    }

    fileprivate struct State {
        var delivery = Delivery()
        /// Where the newest event of a task stands, if it only says how many bytes have arrived.
        var progress: [TaskID: Int] = [:]
        var signal: Int32?
        var isAwake = false
    }

    private let state = Locked(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// The signal that ends the server, once it has come.
    var signal: Int32? { state.withLock(\.signal) }

    /// Adds an event.
    func append(_ event: Event) {
        wake { $0.append(event.withoutBody) }
    }

    /// Says that the files of the mocks have changed.
    func noteChange() {
        wake { $0.delivery.isChanged = true }
    }

    /// Says that a signal has come; the first one counts.
    func raise(_ signal: Int32) {
        wake { $0.signal = $0.signal ?? signal }
    }

    /// Waits until there is something, at most for so long where a limit is given, and takes all there is.
    func drain(withinMilliseconds limit: Int? = nil) -> Delivery {
        _ = arrivals.wait(timeout: limit.map { .now() + .milliseconds($0) } ?? .distantFuture)
        return state.withLock { state in
            defer { (state.delivery, state.progress, state.isAwake) = (Delivery(), [:], false) }
            return state.delivery
        }
    }

    /// Wakes the reader once per burst.
    private func wake(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            change(&state)
            defer { state.isAwake = true }
            return !state.isAwake
        }
        if isFirst { arrivals.signal() }
    }
}

extension ServedInbox.State {
    fileprivate mutating func append(_ event: Event) {
        guard case .delivered(let count) = event.kind else {
            progress[event.task] = nil
            return delivery.events.append(event)
        }
        if let place = progress[event.task], case .delivered(let before) = delivery.events[place].kind {
            delivery.events[place].kind = .delivered(before + count)
        } else {
            progress[event.task] = delivery.events.count
            delivery.events.append(event)
        }
    }
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
