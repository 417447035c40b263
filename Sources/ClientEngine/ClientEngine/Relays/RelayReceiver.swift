/// Queues the parts of an answer between the loop, which cannot wait, and a reader who need not.
final class RelayReceiver: BodyReceiver {
    private struct State {
        var queue = BoundedQueue<Relay.Part>(capacity: 1 << 20)
        /// The reader found nothing and wants to be told.
        var isReaderWaiting = false
        /// Answers of any status are handed on, for there is no further attempt.
        var takesAnyStatus = false
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

    /// Says before the task begins whether answers of any status are handed on, or only those of success.
    func expect(anyStatus: Bool) {
        state.withLock { $0.takesAnyStatus = anyStatus }
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

    var isReplayable: Bool { false }
    var canStartOver: Bool { false }
    var takesWireBytes: Bool { true }
    var failure: ClientError? { nil }

    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func begin(_ exchangeRequest: ExchangeRequest) -> ExchangeRequest { exchangeRequest }

    func accepts(_ head: ResponseHead) -> Bool {
        guard !collects(head) else { return false }
        let isTaken = state.withLock { state in
            guard state.takesAnyStatus || (200...299).contains(head.status) else { return false }
            state.isLive = true
            return true
        }
        if isTaken { add(.head(head)) }
        return isTaken
    }

    private func collects(_ head: ResponseHead) -> Bool {
        collected.map { Relay.collects(head, upTo: $0) } ?? false
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        add(.body(bytes), weight: bytes.count)
    }

    func close(_ outcome: TaskOutcome, _ response: Response?) async {
        _ = closeAtOnce(outcome, response)
    }

    func closeAtOnce(_ outcome: TaskOutcome, _ response: Response?) -> Bool {
        if outcome == .succeeded, let response, !state.withLock({ $0.isLive }) {
            add(.head(response.head))
            let body = response.record.lastExchange?.wireBody ?? []
            if !body.isEmpty { add(.body(body), weight: body.count) }
        }
        add(.end(outcome))
        return true
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
