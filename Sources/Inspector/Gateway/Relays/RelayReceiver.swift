import ClientEngine
import EngineSupport

/// Queues the parts of a response between the client's loop, which cannot block, and a reader.
final class RelayReceiver: ResponseSink {
    private struct State {
        var queue = BoundedQueue<Relay.Part>(capacity: 1 << 20)
        /// Indicates whether the reader found no part and wants to be notified.
        var isReaderWaiting = false
        /// Indicates whether a head was delivered and its body is arriving.
        var isLive = false
        var wake: @Sendable () -> Void = {}
    }

    /// The maximum size of a response body to deliver as a whole, or `nil` to deliver all responses while they
    /// arrive.
    private let collected: Int?
    private let onArrival: @Sendable () -> Void
    private let state = Locked(State())

    init(collectingUpTo limit: Int?, onArrival: @escaping @Sendable () -> Void) {
        collected = limit
        self.onArrival = onArrival
    }

    /// Returns the next part, or `nil` if none is available.
    func poll() -> Relay.Part? {
        let (part, wake) = state.withLock { state -> (Relay.Part?, (@Sendable () -> Void)?) in
            let part = state.queue.pop()
            state.isReaderWaiting = part == nil
            return (part, state.queue.payForRoom() ? state.wake : nil)
        }
        wake?()
        return part
    }

    // MARK: - What the loop calls

    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func accepts(_ head: ResponseHead) -> Bool {
        if let collected, head.isCollectable(upTo: collected) { return false }
        state.withLock { $0.isLive = true }
        add(.head(head))
        return true
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        add(.body(bytes), weight: bytes.count)
    }

    func finish(_ outcome: TaskOutcome, _ response: Response?) {
        if outcome == .succeeded, let response, !state.withLock({ $0.isLive }) {
            add(.head(response.head))
            let body = response.record.lastExchange?.wireBody ?? []
            if !body.isEmpty { add(.body(body), weight: body.count) }
        }
        add(.end(outcome))
    }

    /// Adds a part.
    ///
    /// Returns `false` if the queue is full. Adding and deciding to pause is one atomic step, so that no part is
    /// removed in between.
    @discardableResult
    private func add(_ part: Relay.Part, weight: Int = 0) -> Bool {
        let (hasRoom, isAwaited) = state.withLock { state in
            defer { state.isReaderWaiting = false }
            return (state.queue.add(part, weight: weight), state.isReaderWaiting)
        }
        if isAwaited { onArrival() }
        return hasRoom
    }
}
