import ClientEngine
import EngineSupport
import Glibc

/// Sends one request repeatedly, `inFlight` at a time, with an observer of all events.
struct SendBench {
    var request: Request
    let inFlight: Int
    let total: Int
    let client: Client
    /// Indicates whether the callers run on the client's own thread.
    var isOnExecutor = false
    /// Indicates whether each request has a different query.
    var isVaried = false
    /// The call to measure.
    ///
    /// `nil` means a plain `send`, without another function in between.
    var call: Call?

    /// Creates a client that allows `others` further exchanges at the same time.
    init(_ request: Request, inFlight: Int, total: Int, authorities: String? = nil, others: Int = 0) {
        self.request = request
        self.inFlight = inFlight
        self.total = total
        client = Client {
            $0.connections.maximumConcurrentExchanges = max(256, inFlight + others)
            if let authorities { $0.connections.tls.certificateAuthorities = authorities }
        }
    }

    /// Sends 1 kB with each request.
    static func post(_ url: String, total: Int) -> SendBench {
        SendBench(
            .post(url, body: .bytes([UInt8](repeating: 0x78, count: 1_000))), inFlight: 64, total: total)
    }

    /// Retries once after a 503, without a wait.
    static func retried(_ url: String, total: Int) -> SendBench {
        var request = Request.get(url)
        request.options.retry = RetryPolicy(
            maximumRetries: 1, when: [.status(503)], backoff: Backoff(from: .zero, hasJitter: false))
        return SendBench(request, inFlight: 1, total: total)
    }

    /// Lets a mock answer, without a body or with one of `pieces` pieces.
    static func mocked(inFlight: Int, total: Int, pieces: Int = 0) throws -> SendBench {
        let bench = SendBench(.get("http://api.test/"), inFlight: inFlight, total: total)
        let match = Mock.Match(method: .get, address: .path("/"))
        var reply = Mock.Reply()
        if pieces > 0 {
            reply.body = .bytes([UInt8](repeating: 0x78, count: pieces * 16))
            reply.dribble = Mock.Dribble(chunks: pieces, over: .zero)
        }
        try bench.client.mocks.add(Mock(id: "1", name: "1", match: match, answers: [.reply(reply)]))
        return bench
    }

    /// Prints the number of requests, the seconds, the processor seconds, and the number of events.
    func run() async throws {
        let events = Locked(0)
        let observation = client.observeBatches { batch in
            var count = 0
            batch.forEachPart { count += $0.withUnsafeBufferPointer(Self.count) }
            events.withLock { $0 += count }
        }
        let begin = (SystemTime().now(), EngineBench.cpuSeconds())
        try await withTaskExecutorPreference(isOnExecutor ? client.executor : nil) { try await send() }
        let seconds = (SystemTime().now() - begin.0).seconds
        print(total, seconds, EngineBench.cpuSeconds() - begin.1, events.withLock { $0 })
        observation.cancel()
    }

    /// Visits events in place.
    private static func count(_ events: UnsafeBufferPointer<Event>) -> Int {
        var count = 0
        for index in events.indices where events[index].task > 0 { count += 1 }
        return count
    }

    private func send() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                let share = total / inFlight + (worker < total % inFlight ? 1 : 0)
                group.addTask { [client, request, isVaried, call] in
                    for number in 0..<share {
                        let sent = isVaried ? .get("\(request.url)?\(worker),\(number)") : request
                        let isRight =
                            if let call { try await call.answers(sent, with: client) } else {
                                try await client.send(sent).status == 200
                            }
                        if !isRight { exit(1) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
