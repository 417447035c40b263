internal import EngineSupport

/// The record of one request with its response, from a server or a mock.
public struct ExchangeRecord: Sendable, Equatable {
    /// A phase of an exchange, with the time when the exchange entered it.
    public struct PhaseMark: Sendable, Hashable {
        /// The phase.
        public var phase: Phase
        /// The time when the exchange entered the phase.
        public var at: Instant

        /// Creates a mark.
        public init(phase: Phase, at: Instant) {
            self.phase = phase
            self.at = at
        }
    }

    /// Stored by reference, because the record of a task is copied often, together with its exchanges.
    private var content: CopyOnWriteBox<Content>

    fileprivate struct Content: Sendable, Equatable {
        var number: Int
        var start: ExchangeStart
        var started: Instant
        var phases: [PhaseMark] = []
        var connection: ConnectionRecord?
        var requestHead: [UInt8] = []
        var bodySent = 0
        var bodyToSend: Int?
        var interims: [ResponseHead] = []
        var head: ResponseHead?
        var chunks: [[UInt8]] = []
        var arrivals: [Instant] = []
        var bodyReceived = 0
        var decodedBody: [UInt8]?
        var droppedBody: Int?
        var trailers: Headers = [:]
        var cache: CacheUse?
        var anomalies: [Anomaly] = []
        var ended: Instant?
        var phasesEnded: Instant?
        var error: ClientError?
    }

    /// The number of the exchange within its attempt, starting with 1.
    public var number: Int {
        _read { yield content.value.number }
        _modify { yield &content.value.number }
    }
    /// The request that was sent, and the mock that answered it.
    public var start: ExchangeStart {
        get { content.value.start }
        _modify { yield &content.value.start }
    }
    /// The time when the exchange started.
    public var started: Instant {
        _read { yield content.value.started }
        _modify { yield &content.value.started }
    }
    /// The phases in the order in which they were entered.
    ///
    /// A phase may occur more than once.
    public var phases: [PhaseMark] {
        _read { yield content.value.phases }
        _modify { yield &content.value.phases }
    }
    /// The connection, or `nil` before there is one, and for a mock or a cached response.
    public var connection: ConnectionRecord? {
        get { content.value.connection }
        _modify { yield &content.value.connection }
    }
    /// The head of the request as sent, or empty before that.
    public var requestHead: [UInt8] {
        _read { yield content.value.requestHead }
        _modify { yield &content.value.requestHead }
    }
    /// The number of bytes of the request body that were sent.
    public var bodySent: Int {
        _read { yield content.value.bodySent }
        _modify { yield &content.value.bodySent }
    }
    /// The length of the request body in bytes, or `nil` if it is unknown.
    public var bodyToSend: Int? {
        _read { yield content.value.bodyToSend }
        _modify { yield &content.value.bodyToSend }
    }
    /// The heads of interim (1xx) responses in order of arrival.
    public var interims: [ResponseHead] {
        _read { yield content.value.interims }
        _modify { yield &content.value.interims }
    }
    /// The head of the final response, or `nil` before it has arrived.
    public var head: ResponseHead? {
        _read { yield content.value.head }
        _modify { yield &content.value.head }
    }
    /// The response body before content decoding, in the pieces in which it arrived.
    ///
    /// Short pieces that arrived within a millisecond are joined.
    public var chunks: [[UInt8]] {
        _read { yield content.value.chunks }
        _modify { yield &content.value.chunks }
    }
    /// The times when the pieces in ``chunks`` arrived, or empty if they are unknown.
    public var arrivals: [Instant] {
        _read { yield content.value.arrivals }
        _modify { yield &content.value.arrivals }
    }
    /// The number of bytes of the response body that arrived, before content decoding.
    public var bodyReceived: Int {
        _read { yield content.value.bodyReceived }
        _modify { yield &content.value.bodyReceived }
    }
    /// The body after content decoding, or `nil` if it equals ``wireBody``.
    public var decodedBody: [UInt8]? {
        _read { yield content.value.decodedBody }
        _modify { yield &content.value.decodedBody }
    }
    /// The size in bytes of a response body that the record has discarded, or `nil` if the record holds it.
    public var droppedBody: Int? { content.value.droppedBody }
    /// The fields after the body (RFC 9110, section 6.5).
    public var trailers: Headers {
        _read { yield content.value.trailers }
        _modify { yield &content.value.trailers }
    }
    /// The use of the cache, or `nil` if the client has no cache.
    public var cache: CacheUse? {
        _read { yield content.value.cache }
        _modify { yield &content.value.cache }
    }
    /// The anomalies of the exchange, in the order in which the client detected them.
    public var anomalies: [Anomaly] {
        _read { yield content.value.anomalies }
        _modify { yield &content.value.anomalies }
    }
    /// The time when the exchange ended, or `nil` while it is running.
    public var ended: Instant? {
        _read { yield content.value.ended }
        _modify { yield &content.value.ended }
    }
    /// The end of the last phase, which is later than ``ended`` if the response was parsed.
    public var phasesEnded: Instant? {
        _read { yield content.value.phasesEnded }
        _modify { yield &content.value.phasesEnded }
    }
    /// The error that ended the exchange, or `nil` while it is running and if the response is complete.
    public var error: ClientError? {
        _read { yield content.value.error }
        _modify { yield &content.value.error }
    }

    /// Creates the record of an exchange that starts at `instant`.
    public init(number: Int, start: ExchangeStart, at instant: Instant) {
        content = CopyOnWriteBox(Content(number: number, start: start, started: instant))
    }

    /// The length of the body in bytes according to `Content-Length`, or `nil` without this field.
    public var bodyToReceive: Int? {
        head?.headers["Content-Length"].flatMap { Int($0) }
    }

    /// The body before content decoding, in one piece.
    public var wireBody: [UInt8] { chunks.joinedBytes }

    /// The body after content decoding.
    public var body: [UInt8] { decodedBody ?? wireBody }

    /// The size of ``body`` in bytes, even if the record has discarded it.
    public var bodySize: Int { droppedBody ?? decodedBody?.count ?? bodyReceived }

    /// The number of bytes of the response body that the record holds in memory.
    public var keptBytes: Int { chunks.reduce(decodedBody?.count ?? 0) { $0 + $1.count } }

    /// Discards the response body, and stores `size` as its ``droppedBody``.
    public mutating func dropBody(of size: Int) { content.value.dropBody(of: size) }

    mutating func enter(_ phase: Phase, at instant: Instant) { content.value.enter(phase, at: instant) }

    mutating func finishPhases(at instant: Instant) { content.value.finishPhases(at: instant) }

    mutating func apply(_ event: Event) { content.value.apply(event) }
}

extension ExchangeRecord.Content {
    /// The number of phases for which memory is reserved at first.
    private static var usualPhases: Int { 8 }

    fileprivate mutating func dropBody(of size: Int) {
        droppedBody = size
        (chunks, arrivals, decodedBody) = ([], [], nil)
    }

    fileprivate mutating func enter(_ phase: Phase, at instant: Instant) {
        if phases.last?.phase == phase { return }
        if phases.isEmpty { phases.reserveCapacity(Self.usualPhases) }
        phases.append(ExchangeRecord.PhaseMark(phase: phase, at: instant))
        if phase == .process { phasesEnded = nil }
    }

    fileprivate mutating func finishPhases(at instant: Instant) {
        phasesEnded = phasesEnded ?? instant
    }

    fileprivate mutating func apply(_ event: Event) {
        switch event.kind {
        case .connected(let connection):
            self.connection = connection
        case .requestHead(let bytes):
            requestHead = bytes
        case .sent(let total, let expected):
            bodySent = total
            bodyToSend = expected
        case .interim(let head):
            interims.append(head)
        case .head(let head):
            self.head = head
        case .received(let bytes):
            bodyReceived += bytes.count
            if let arrival = arrivals.last, event.at - arrival < .milliseconds(1),
                chunks[chunks.count - 1].join(bytes)
            {
                return
            }
            chunks.append(bytes)
            arrivals.append(event.at)
        case .transcript(let text):
            chunks.append(text)
            arrivals.append(event.at)
        case .cache(let use):
            cache = use
        case .delivered(let count):
            bodyReceived = ReportedNumber.sum(bodyReceived, count)
        case .anomaly(let anomaly):
            anomalies.append(anomaly)
        case .exchangeEnded(let end):
            ended = event.at
            phasesEnded = event.at
            error = end.error
            trailers = end.trailers
            decodedBody = end.decodedBody
        case .taskCreated, .attemptStarted, .attemptEnded, .exchangeStarted, .phase, .processing, .taskEnded,
            .annotated, .missed, .programLeft:
            break
        }
    }
}
