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

    /// The number within the attempt, from 1.
    package var number: Int
    /// The request that was sent, and the mock that answered.
    public var start: ExchangeStart
    /// The instant of its beginning.
    package var started: Instant
    /// The phases in the order they were entered.
    package var phases: [PhaseMark] = []
    /// The connection.
    public var connection: ConnectionRecord?
    /// The request's head as it went on the wire.
    public var requestHead: [UInt8] = []
    /// The bytes of the request's body that went out.
    public var bodySent = 0
    /// The bytes of the request's body in all, where that is known.
    package var bodyToSend: Int?
    /// Interim (1xx) responses.
    package var interims: [ResponseHead] = []
    /// The final head.
    public var head: ResponseHead?
    /// The body as it was on the wire, in the pieces it arrived in.
    package var chunks: [[UInt8]] = []
    /// The instants at which these pieces arrived.
    package private(set) var arrivals: [Instant] = []
    /// The bytes of the body that arrived.
    public var bodyReceived = 0
    /// The decoded body, where it differs from the wire.
    package var decodedBody: [UInt8]?
    /// The size of a body that is not kept any more; nil where it is there as it came.
    package private(set) var droppedBody: Int?
    /// The fields behind a chunked body.
    package var trailers: Headers = [:]
    /// The part that the cache had in it; nil without a cache.
    package var cache: CacheUse?
    /// The oddities of the response, in the order it was noticed.
    public var anomalies: [Anomaly] = []
    /// The instant of its end.
    package var ended: Instant?
    /// The end of the last phase; later than `ended` when the response was parsed.
    package var phasesEnded: Instant?
    /// The error that ended it.
    public var error: ClientError?

    package init(number: Int, start: ExchangeStart, at instant: Instant) {
        self.number = number
        self.start = start
        started = instant
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
    package mutating func dropBody(of size: Int) {
        droppedBody = size
        (chunks, arrivals, decodedBody) = ([], [], nil)
    }

    mutating func enter(_ phase: Phase, at instant: Instant) {
        if phases.last?.phase == phase { return }
        phases.append(PhaseMark(phase: phase, at: instant))
        if phase == .process { phasesEnded = nil }
    }

    mutating func finishPhases(at instant: Instant) {
        if phases.last?.phase == .process || phasesEnded == nil { phasesEnded = instant }
    }

    mutating func apply(_ event: Event) {
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
            chunks.append(bytes)
            arrivals.append(event.at)
            bodyReceived += bytes.count
        case .transcript(let text):
            chunks.append(text)
            arrivals.append(event.at)
        case .cache(let use):
            cache = use
        case .delivered(let count):
            bodyReceived += count
        case .anomaly(let anomaly):
            anomalies.append(anomaly)
        case .exchangeEnded(let end):
            ended = event.at
            phasesEnded = event.at
            error = end.error
            trailers = end.trailers
            decodedBody = end.decodedBody
        case .created, .attemptStarted, .attemptEnded, .exchangeStarted, .phase, .processing, .ended,
            .checked, .missed, .requestEdited, .answerEdited:
            break
        }
    }
}

extension [[UInt8]] {
    /// The pieces in one.
    ///
    /// Not `joined()`, which goes byte by byte: a large body would keep the loop busy.
    var joinedBytes: [UInt8] {
        if count == 1 { return self[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(0) { $0 + $1.count })
        for piece in self { bytes += piece }
        return bytes
    }
}
