import ClientEngine

/// A request and what came of it, as mocks are made of the two.
public struct RecordedExchange: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: RequestURL
    /// The body that was sent.
    public var body: Body
    /// The type of the body that was sent.
    public var contentType: String?
    /// The outcome.
    public var answer: Mock.Answer
    /// The values of the request that a mock of it must not ask for.
    var unsteadyValues: Set<String> = []

    /// Creates an exchange.
    public init(
        method: HTTPMethod, url: RequestURL, body: Body = .none, contentType: String? = nil,
        answer: Mock.Answer
    ) {
        self.method = method
        self.url = url
        self.body = body
        self.contentType = contentType
        self.answer = answer
    }

    /// Returns the exchanges of a task with servers, at every attempt and hop; what mocks answered is left
    /// out, and what went out again because nobody answered it.
    public static func exchanges(of record: TaskRecord) -> [RecordedExchange] {
        let request = record.origin.request
        return record.attempts.flatMap(\.answeredExchanges).compactMap { exchange in
            guard exchange.start.mock == nil, let answer = Mock.Answer(repeating: exchange) else {
                return nil
            }
            var recorded = RecordedExchange(
                method: exchange.start.method, url: exchange.start.url, body: exchange.start.body,
                contentType: request.headers["Content-Type"], answer: answer)
            recorded.unsteadyValues = request.unsteadyValues
            return recorded
        }
    }
}

extension TaskRecord {
    /// The request that was asked for, and each one that was sent, with the fields it had on the wire.
    public var sentRequests: [Request] {
        let sent = attempts.flatMap(\.exchanges).compactMap { exchange -> Request? in
            guard let head = SentHead(exchange.requestHead) else { return nil }
            let start = exchange.start
            return Request(method: start.method, url: start.url.text, headers: head.headers, body: start.body)
        }
        return [origin.request] + sent
    }
}

extension AttemptRecord {
    fileprivate var answeredExchanges: [ExchangeRecord] {
        let repeated = Set(repetitions.map { $0.number - 1 })
        return exchanges.filter { !repeated.contains($0.number) }
    }
}

extension Mock.Answer {
    /// Repeats the outcome of an exchange: its response, or its failure; nil while there is neither, or where
    /// the body is not kept any more.
    public init?(repeating exchange: ExchangeRecord) {
        guard exchange.droppedBody == nil else { return nil }
        let reply = exchange.head.map { Mock.Reply(repeating: $0, body: exchange.body) }
        guard let error = exchange.error else {
            guard let reply, exchange.ended != nil else { return nil }
            self.init(.response(reply))
            return
        }
        self.init(failure: error, of: reply, after: exchange.body.count)
    }

    /// Repeats the outcome of a task's last attempt; nil while it is live, or was cancelled.
    public init?(outcomeOf record: TaskRecord) {
        if let exchange = record.lastExchange, let answer = Mock.Answer(repeating: exchange) {
            self = answer
        } else if let error = record.error, let answer = Mock.Answer(failure: error, of: nil, after: 0) {
            self = answer
        } else {
            return nil
        }
    }

    /// A failure as an engine reports it; nil for one that no mock can play.
    init?(failure error: ClientError, of reply: Mock.Reply?, after received: Int) {
        switch (error.kind, error.phase) {
        case (.resolve, _): self.init(.fault(.dns))
        case (.connect, _): self.init(.fault(.refused))
        case (.tls, _): self.init(.fault(.tls))
        case (.timeout, .connect): self.init(.fault(.connectTimeout))
        case (.timeout, .wait): self.init(.fault(.never))
        case (.timeout, .receive): self.init(.fault(.stall(afterBytes: received), of: reply))
        case (.truncated, _): self.init(.fault(.truncate(afterBytes: received), of: reply))
        case (.connectionLost, _): self.init(.fault(.reset))
        case (.protocolViolation, .receive): self.init(.fault(.malformedChunk))
        case (.protocolViolation, _): self.init(.fault(.garbage))
        case (.cancelled, _): return nil
        default:
            guard let reply else { return nil }
            self.init(.response(reply))
        }
    }
}

extension Mock.Reply {
    /// Fields that speak of the time, the way or the coding of a response, or of a mock.
    private static let passing: Set<String> = [
        "content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "date",
        "matched-stub-id", "matched-stub-name",
    ]

    /// A response again, without the fields that speak of its time, its way or of a mock.
    public init(repeating head: ResponseHead, body: [UInt8]) {
        self.init(
            status: head.status, reason: head.reason.isEmpty ? nil : head.reason,
            headers: Headers(head.headers.filter { !Self.passing.contains($0.name.lowercased()) }),
            body: body.isEmpty ? .none : .bytes(body))
    }
}
