internal import EngineSupport

/// Hands an answer to somebody who reads it while it arrives.
///
/// Bytes that were read cannot be taken back: once a 2xx head is there, no further try is made. Other answers come
/// when their task is over, with the body that the record has kept.
final class StreamReceiver: BodyReceiver {
    private struct State {
        var wake: @Sendable () -> Void = {}
        var url = ""
        var isLive = false
    }

    private static let capacity = 1 << 20

    /// Leaves the response as it is: whatever its status, it has been handed on.
    ///
    /// No task but that of a stream has a value of this type.
    static let reading = CopyOnWriteBox(
        ResponseReading(valueType: StreamReceiver.self, rules: ResponseRules(statuses: .anyStatus)))

    /// The head, and the URL that answered.
    let start = Promise<Result<(head: ResponseHead, url: String), any Error>>()
    let channel: BoundedChannel<[UInt8]>
    private let state: Locked<State>
    /// The rules that the answer must keep; those it breaks end the stream.
    private let rules: ResponseRules
    private let assumesJSON: Bool

    init(rules: ResponseRules, assumesJSON: Bool) {
        (self.rules, self.assumesJSON) = (rules, assumesJSON)
        let state = Locked(State())
        self.state = state
        channel = BoundedChannel(capacity: Self.capacity) { state.withLock { $0.wake }() }
    }

    var isReplayable: Bool { false }
    var canStartOver: Bool { false }
    var failure: ClientError? { nil }

    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func begin(_ exchangeRequest: ExchangeRequest) -> ExchangeRequest {
        state.withLock { $0.url = exchangeRequest.url.text }
        return exchangeRequest
    }

    func accepts(_ head: ResponseHead) -> Bool {
        guard (200...299).contains(head.status),
            rules.statuses?.accepts(head.status) != false
        else { return false }
        let url = state.withLock { state in
            state.isLive = true
            return state.url
        }
        start.fulfil(.success((head, url)))
        return true
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        channel.offer(bytes, weight: bytes.count)
    }

    func close(_ outcome: TaskOutcome, _ response: Response?) -> (@Sendable () async -> Void)? {
        switch outcome {
        case .succeeded: end(with: response)
        case .failed(let error): end(error)
        case .cancelled: end(CancellationError())
        }
        return nil
    }

    /// Ends with a complete response: if it is not live, its head and body are delivered now.
    private func end(with response: Response?) {
        if let response, !state.withLock({ $0.isLive }) {
            do { try rules.check(response, assumesJSON: assumesJSON) } catch { return end(error) }
            start.fulfil(.success((response.head, response.url)))
            if !response.body.isEmpty { _ = channel.offer(response.body, weight: response.body.count) }
        }
        end(nil)
    }

    private func end(_ error: (any Error)?) {
        start.fulfil(.failure(error ?? CancellationError()))
        channel.finish(error)
    }
}
