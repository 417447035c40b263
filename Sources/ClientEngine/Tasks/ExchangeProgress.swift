/// How far the exchange under way has come: a pure value.
struct ExchangeProgress: Equatable {
    let order: ExchangeOrder
    let reason: ExchangeStart.Reason?
    let started: Instant
    private(set) var head: ResponseHead?
    private(set) var phase = Phase.queue
    /// Where the server stands; nil behind a proxy, which keeps it to itself.
    var addressScope: ConnectionRecord.AddressScope? { server.flatMap { ConnectionRecord.AddressScope($0) } }
    /// What takes the place of its answer.
    private(set) var substitute: Substitute?
    /// Why its request may go out again, though nobody answered it.
    private(set) var setback: ExchangeStart.Reason?
    /// The server's address; nil behind a proxy.
    private var server: String?
    private var bytesReceived = 0

    init(_ order: ExchangeOrder, reason: ExchangeStart.Reason?, at instant: Instant) {
        self.order = order
        self.reason = reason
        started = instant
    }

    /// What is told when it begins.
    func start(mock: MockReference?) -> ExchangeStart {
        var start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: mock)
        start.reason = reason
        return start
    }

    /// Notes a signal and says what is told of it; nil for nothing.
    mutating func note(_ signal: ExchangeSignal) -> Event.Kind? {
        switch signal {
        case .phase(let phase):
            self.phase = phase
            return .phase(phase)
        case .connected(let connection):
            server = connection.proxy == nil ? connection.remoteAddress : nil
            return .connected(connection)
        case .requestHead(let bytes): return .requestHead(bytes)
        case .sent(let total, let expected): return .sent(total: total, expected: expected)
        case .interim(let head): return .interim(head)
        case .head(let head):
            self.head = head
            return .head(head)
        case .received(let bytes):
            bytesReceived += bytes.count
            return .received(bytes)
        case .delivered(let count):
            bytesReceived += count
            return .delivered(count)
        case .cache(let use): return .cache(use)
        case .instead(let substitute):
            self.substitute = substitute
            return nil
        case .setback(let reason):
            setback = reason
            return nil
        case .anomaly(let anomaly): return .anomaly(anomaly)
        case .round: return .exchangeEnded(ExchangeEnd())
        case .ended(let end): return .exchangeEnded(end)
        }
    }

    /// Says that it took longer than allowed.
    func timeout(after allowed: Duration, now: Instant) -> ClientError {
        var error = ClientError.timeout(phase, after: allowed)
        error.elapsed = now - started
        error.bytesReceived = bytesReceived
        return error
    }
}

extension ClientError {
    /// Says that a task, or an attempt, took longer than allowed.
    static func timeout(_ phase: Phase, after allowed: Duration) -> ClientError {
        ClientError(
            .timeout, phase, "not over after \(allowed.brief), while in the phase “\(phase.rawValue)”",
            hint: "allow more time with --timeout or # @timeout")
    }
}
