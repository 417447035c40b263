/// One request/response pair on the wire, or with a mock.
public struct ExchangeRecord: Sendable, Equatable {
    /// The instant at which a phase was entered.
    package struct PhaseMark: Sendable, Hashable {
        package var phase: Phase
        package var at: Instant

        package init(phase: Phase, at: Instant) {
            self.phase = phase
            self.at = at
        }
    }

    /// Behind one reference: the record of a task is copied often, and each of its exchanges with it.
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

    /// The number within the attempt, from 1.
    package var number: Int {
        _read { yield content.value.number }
        _modify { yield &content.value.number }
    }
    /// The request that was sent, and the mock that answered.
    public var start: ExchangeStart {
        get { content.value.start }
        _modify { yield &content.value.start }
    }
    /// The instant of its beginning.
    package var started: Instant {
        _read { yield content.value.started }
        _modify { yield &content.value.started }
    }
    /// The phases in the order they were entered.
    package var phases: [PhaseMark] {
        _read { yield content.value.phases }
        _modify { yield &content.value.phases }
    }
    /// The connection.
    public var connection: ConnectionRecord? {
        get { content.value.connection }
        _modify { yield &content.value.connection }
    }
    /// The request's head as it went on the wire.
    public var requestHead: [UInt8] {
        _read { yield content.value.requestHead }
        _modify { yield &content.value.requestHead }
    }
    /// The bytes of the request's body that went out.
    public var bodySent: Int {
        _read { yield content.value.bodySent }
        _modify { yield &content.value.bodySent }
    }
    /// The bytes of the request's body in all, where that is known.
    package var bodyToSend: Int? {
        _read { yield content.value.bodyToSend }
        _modify { yield &content.value.bodyToSend }
    }
    /// Interim (1xx) responses.
    package var interims: [ResponseHead] {
        _read { yield content.value.interims }
        _modify { yield &content.value.interims }
    }
    /// The final head.
    public var head: ResponseHead? {
        _read { yield content.value.head }
        _modify { yield &content.value.head }
    }
    /// The body as it was on the wire, in the pieces it arrived in; short ones that arrived within a millisecond are one.
    package var chunks: [[UInt8]] {
        _read { yield content.value.chunks }
        _modify { yield &content.value.chunks }
    }
    /// The instants at which these pieces arrived.
    package var arrivals: [Instant] { content.value.arrivals }
    /// The bytes of the body that arrived.
    public var bodyReceived: Int {
        _read { yield content.value.bodyReceived }
        _modify { yield &content.value.bodyReceived }
    }
    /// The decoded body, where it differs from the wire.
    package var decodedBody: [UInt8]? {
        _read { yield content.value.decodedBody }
        _modify { yield &content.value.decodedBody }
    }
    /// The size of a body that is not kept any more; nil where it is there as it came.
    package var droppedBody: Int? { content.value.droppedBody }
    /// The fields behind a chunked body.
    package var trailers: Headers {
        _read { yield content.value.trailers }
        _modify { yield &content.value.trailers }
    }
    /// The part that the cache had in it; nil without a cache.
    package var cache: CacheUse? {
        _read { yield content.value.cache }
        _modify { yield &content.value.cache }
    }
    /// The oddities of the response, in the order it was noticed.
    public var anomalies: [Anomaly] {
        _read { yield content.value.anomalies }
        _modify { yield &content.value.anomalies }
    }
    /// The instant of its end.
    package var ended: Instant? {
        _read { yield content.value.ended }
        _modify { yield &content.value.ended }
    }
    /// The end of the last phase; later than `ended` when the response was parsed.
    package var phasesEnded: Instant? {
        _read { yield content.value.phasesEnded }
        _modify { yield &content.value.phasesEnded }
    }
    /// The error that ended it.
    public var error: ClientError? {
        _read { yield content.value.error }
        _modify { yield &content.value.error }
    }

    package init(number: Int, start: ExchangeStart, at instant: Instant) {
        content = CopyOnWriteBox(Content(number: number, start: start, started: instant))
    }

    /// The length of the body that the head promises.
    package var bodyToReceive: Int? {
        head?.headers["Content-Length"].flatMap { Int($0) }
    }

    /// The body as it was on the wire, in one piece.
    package var wireBody: [UInt8] { chunks.joinedBytes }

    /// The body as people want to see it: decoded where it was encoded.
    package var body: [UInt8] { decodedBody ?? wireBody }

    /// The size of ``body`` in bytes, also where it is not kept any more.
    package var bodySize: Int { droppedBody ?? decodedBody?.count ?? bodyReceived }

    /// The bytes that the record holds of the response's body.
    package var keptBytes: Int { chunks.reduce(decodedBody?.count ?? 0) { $0 + $1.count } }

    /// Lets go of the response's body, and remembers its size.
    package mutating func dropBody(of size: Int) { content.value.dropBody(of: size) }

    mutating func enter(_ phase: Phase, at instant: Instant) { content.value.enter(phase, at: instant) }

    mutating func finishPhases(at instant: Instant) { content.value.finishPhases(at: instant) }

    mutating func apply(_ event: Event) { content.value.apply(event) }
}

extension ExchangeRecord.Content {
    /// The room for phases that is made at once.
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
        case .created, .attemptStarted, .attemptEnded, .exchangeStarted, .phase, .processing, .ended,
            .checked, .missed, .requestEdited, .answerEdited, .programLeft:
            break
        }
    }
}
