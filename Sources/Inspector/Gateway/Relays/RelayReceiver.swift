import ClientEngine
import EngineSupport

/// Queues the parts of an answer between the client's loop, which cannot wait, and a reader that need not.
final class RelayReceiver: ResponseSink {
    private struct State {
        var queue = BoundedQueue<Relay.Part>(capacity: 1 << 20)
        /// The reader found nothing and wants to be told.
        var isReaderWaiting = false
        /// A head was handed on while its body arrives.
        var isLive = false
        var wake: @Sendable () -> Void = {}
    }

    /// The largest body of an answer that is handed on whole; nil hands all on while they arrive.
    private let collected: Int?
    private let onArrival: @Sendable () -> Void
    private let state = Locked(State())

    init(collectingUpTo limit: Int?, onArrival: @escaping @Sendable () -> Void) {
        collected = limit
        self.onArrival = onArrival
    }

    /// The next part; nil while there is none.
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

    /// Adds a part; false when there is no room for more.
    ///
    /// The decision to pause is made where the part is added, so that nothing can be taken in between.
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
