/// Queues the parts of an answer between the loop, which cannot wait, and a reader who need not.
final class RelayReceiver: BodyReceiver {
    private struct State {
        var parts: [Relay.Part] = []
        var taken = 0
        /// The bytes of the body that wait.
        var weight = 0
        /// The reader found nothing and wants to be told.
        var isReaderWaiting = false
        /// The loop was told that there is no room.
        var isLoopWaiting = false
        /// A head was handed on while its body arrives.
        var isLive = false
        var wake: @Sendable () -> Void = {}

        mutating func pop() -> Relay.Part? {
            guard taken < parts.count else { return nil }
            defer {
                taken += 1
                if taken == parts.count { (parts, taken) = ([], 0) }
            }
            return parts[taken]
        }
    }

    private static let capacity = 1 << 20

    private let takesAnyStatus: Bool
    private let onArrival: @Sendable () -> Void
    private let state = Locked(State())

    init(takesAnyStatus: Bool, onArrival: @escaping @Sendable () -> Void) {
        self.takesAnyStatus = takesAnyStatus
        self.onArrival = onArrival
    }

    /// The next part; nil while there is none.
    func poll() -> Relay.Part? {
        let (part, wake) = state.withLock { state -> (Relay.Part?, (@Sendable () -> Void)?) in
            let part = state.pop()
            state.isReaderWaiting = part == nil
            if case .body(let bytes)? = part { state.weight -= bytes.count }
            guard state.isLoopWaiting, state.weight < Self.capacity / 2 else { return (part, nil) }
            state.isLoopWaiting = false
            return (part, state.wake)
        }
        wake?()
        return part
    }

    // MARK: - What the loop calls

    var isReplayable: Bool { false }
    var canStartOver: Bool { false }
    var takesWireBytes: Bool { true }
    var failure: ClientError? { nil }

    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func begin(_ order: ExchangeOrder) -> ExchangeOrder { order }

    func accepts(_ head: ResponseHead) -> Bool {
        guard takesAnyStatus || (200...299).contains(head.status) else { return false }
        state.withLock { $0.isLive = true }
        add(.head(head))
        return true
    }

    func take(_ bytes: [UInt8]) -> Bool {
        add(.body(bytes))
        return state.withLock { state in
            state.isLoopWaiting = state.weight >= Self.capacity
            return !state.isLoopWaiting
        }
    }

    func close(_ outcome: TaskOutcome, _ response: Response?) async {
        _ = closeAtOnce(outcome, response)
    }

    func closeAtOnce(_ outcome: TaskOutcome, _ response: Response?) -> Bool {
        if outcome == .succeeded, let response, !state.withLock({ $0.isLive }) {
            add(.head(response.head))
            let body = response.record.lastExchange?.wireBody ?? []
            if !body.isEmpty { add(.body(body)) }
        }
        add(.end(outcome))
        return true
    }

    private func add(_ part: Relay.Part) {
        let isAwaited = state.withLock { state in
            state.parts.append(part)
            if case .body(let bytes) = part { state.weight += bytes.count }
            defer { state.isReaderWaiting = false }
            return state.isReaderWaiting
        }
        if isAwaited { onArrival() }
    }
}
