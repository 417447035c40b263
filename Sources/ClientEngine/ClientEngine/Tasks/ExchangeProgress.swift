/// The progress of the current exchange: a pure value.
struct ExchangeProgress: Equatable {
    let exchangeRequest: ExchangeRequest
    let reason: ExchangeStart.Reason?
    let started: Instant
    private(set) var head: ResponseHead?
    private(set) var phase = Phase.queue
    /// The scope of the server's address, or `nil` with a proxy, which does not report it.
    var addressScope: ConnectionRecord.AddressScope? {
        guard case .connected(let connection)? = connected, connection.proxy == nil else { return nil }
        return ConnectionRecord.AddressScope(connection.remoteAddress)
    }
    /// The cached response that replaces the response of the exchange.
    private(set) var substitute: Substitute?
    /// The reason why the request may be sent again, although there was no response.
    private(set) var setback: ExchangeStart.Reason?
    /// The connection, as an event.
    private var connected: Event.Kind?
    private(set) var bytesReceived = 0
    /// Indicates whether the body is kept for the response.
    private let keepsBody: Bool
    /// The first bytes, which are usually all, and the bytes after them.
    private var firstChunk: [UInt8] = []
    private var laterChunks: [[UInt8]] = []
    private var decodedBody: [UInt8]?

    init(
        _ exchangeRequest: ExchangeRequest, reason: ExchangeStart.Reason?, keepsBody: Bool = true,
        at instant: Instant
    ) {
        self.exchangeRequest = exchangeRequest
        self.reason = reason
        self.keepsBody = keepsBody
        started = instant
    }

    /// The body after content decoding.
    @inline(__always) var body: [UInt8] {
        if let decodedBody { return decodedBody }
        return laterChunks.isEmpty ? firstChunk : ([firstChunk] + laterChunks).joinedBytes
    }

    /// Returns the exchange that follows this one.
    func next(
        _ exchangeRequest: ExchangeRequest, for reason: ExchangeStart.Reason?, at instant: Instant
    ) -> ExchangeProgress {
        ExchangeProgress(exchangeRequest, reason: reason, keepsBody: keepsBody, at: instant)
    }

    /// Updates the progress with a signal.
    ///
    /// Returns the event to report, or `nil` for none.
    mutating func note(_ signal: ExchangeSignal) -> Event.Kind? {
        switch signal {
        case .told(let what):
            note(told: what)
            return what
        case .instead(let substitute):
            self.substitute = substitute
            return nil
        case .setback(let reason):
            setback = reason
            return nil
        case .round: return .exchangeEnded(ExchangeEnd())
        case .ended(let end):
            decodedBody = end.decodedBody
            return end.isPlain ? .exchangeComplete : .exchangeEnded(end)
        }
    }

    /// Updates the progress with events.
    mutating func note(_ events: UnsafeMutableBufferPointer<Event>) {
        for index in events.indices { note(told: events[index].kind) }
    }

    private mutating func note(told what: Event.Kind) {
        switch what {
        case .phase(let phase): self.phase = phase
        case .connected: connected = what
        case .head(let head): self.head = head
        case .received(let bytes):
            bytesReceived += bytes.count
            guard keepsBody else { break }
            if firstChunk.isEmpty { firstChunk = bytes } else { laterChunks.appendJoining(bytes) }
        case .delivered(let count): bytesReceived += count
        default: break
        }
    }

    func timeout(after allowed: Duration, now: Instant) -> ClientError {
        var error = ClientError.timeout(phase, after: allowed)
        error.elapsed = now - started
        error.bytesReceived = bytesReceived
        return error
    }
}

extension ClientError {
    package static func timeout(_ phase: Phase, after allowed: Duration) -> ClientError {
        ClientError(
            .timeout, phase, "not over after \(allowed.brief), while in the phase “\(phase.rawValue)”",
            advice: .allowMoreTime)
    }
}
