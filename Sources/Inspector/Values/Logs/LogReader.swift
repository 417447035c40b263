import ClientEngine
import FoundationEssentials
import InspectorTaskFilter

/// Reads a log from its beginning to its end: the origin first, then one event after the other.
struct LogReader {
    /// The beginning of a log.
    struct Head {
        let flags: OriginFlags
        let id: TaskID
        let created: Instant

        var keepsBody: Bool { flags.contains(.keepsBody) }

        init(_ log: TaskLog) {
            var bytes = PackedReader(log.bytes)
            self.init(&bytes)
        }

        fileprivate init(_ bytes: inout PackedReader) {
            flags = OriginFlags(rawValue: bytes.byte())
            id = bytes.number()
            created = Instant(nanoseconds: Int64(bytes.number()))
        }
    }

    let id: TaskID
    let created: Instant
    let origin: TaskOrigin
    /// The event that the log begins with.
    let creation: Event
    /// The bodies that are not kept any more; known at the end.
    private(set) var dropped: DroppedBodies?
    private let asked: ResolvedRequest
    private var bytes: PackedReader
    private var values: ArraySlice<LogValue>

    init(_ log: TaskLog) {
        asked = log.asked
        bytes = PackedReader(log.bytes)
        values = log.values[...]
        let head = Head(&bytes)
        (id, created) = (head.id, head.created)
        let (attempt, exchange) = (bytes.number(), bytes.number())
        origin = Self.origin(of: log.asked, head.flags, &bytes, &values)
        creation = Event(task: id, attempt: attempt, exchange: exchange, at: created, .taskCreated(origin))
    }

    private static func origin(
        of asked: ResolvedRequest, _ flags: OriginFlags, _ bytes: inout PackedReader,
        _ values: inout ArraySlice<LogValue>
    ) -> TaskOrigin {
        let date = (0..<8).reduce(UInt64(0)) { bits, index in bits | UInt64(bytes.byte()) << (8 * index) }
        var provenance = Provenance(LogCode.sources[Int(bytes.byte())])
        let attemptsAllowed = flags.contains(.attemptsAllowed) ? bytes.number() : nil
        provenance.line = flags.contains(.line) ? bytes.number() : nil
        provenance.resendOf = flags.contains(.resendOf) ? bytes.number() : nil
        let process = flags.contains(.program) ? bytes.number() : nil
        if flags.contains(.file), case .text(let file)? = values.popFirst() { provenance.file = file }
        if let process, case .text(let name)? = values.popFirst() {
            provenance.program = AskingProgram(name: name, process: process)
        }
        return TaskOrigin(
            request: asked.request, url: asked.url, attemptsAllowed: attemptsAllowed,
            date: Date(timeIntervalSinceReferenceDate: Double(bitPattern: date)), provenance: provenance,
            verifiesCertificates: flags.contains(.verifiesCertificates),
            keepsBody: flags.contains(.keepsBody))
    }

    /// The next event; nil at the end.
    mutating func next() -> Event? {
        guard !bytes.isAtEnd else { return nil }
        let code = bytes.byte()
        if code == LogCode.dropped.rawValue {
            readDropped()
            return next()
        }
        let (attempt, exchange) = readPlace()
        let at = Instant(nanoseconds: created.nanoseconds &+ Int64(bytes.number()))
        let kind: Event.Kind? =
            code < LogCode.firstPhase
            ? LogCode(rawValue: code).flatMap { self.kind(of: $0) }
            : .phase(LogCode.phases[Int(code - LogCode.firstPhase)])
        return kind.map { Event(task: id, attempt: attempt, exchange: exchange, at: at, $0) }
    }

    private mutating func readPlace() -> (attempt: Int, exchange: Int) {
        let place = bytes.byte()
        if place == 0xFF { return (bytes.number(), bytes.number()) }
        return (Int(place >> 4), Int(place & 0xF))
    }

    private mutating func readDropped() {
        let request = bytes.number()
        let responses = (0..<bytes.number()).map { _ in bytes.number() }
        dropped = DroppedBodies(
            request: request < 0 ? nil : request, responses: responses.map { $0 < 0 ? nil : $0 })
    }

    private mutating func kind(of code: LogCode) -> Event.Kind? {
        switch code {
        case .any: if case .kind(let kind)? = values.popFirst() { kind } else { nil }
        case .attemptStarted: .attemptStarted(reason: nil, waited: nil)
        case .exchangeStarted: start.map { .exchangeStarted($0) }
        case .connected:
            if case .connection(let connection)? = values.popFirst() { .connected(connection) } else { nil }
        case .requestHead:
            if case .requestHead(let head)? = values.popFirst() { .requestHead(head) } else { nil }
        case .sent: .sent(total: bytes.number(), expected: nil)
        case .sentOf: .sent(total: bytes.number(), expected: bytes.number())
        case .interim: .interim(ResponseHead(wireBytes: bytes.counted()))
        case .head: .head(ResponseHead(wireBytes: bytes.counted()))
        case .received: .received(bytes.counted())
        case .receivedValue: .received(bodyValue)
        case .delivered: .delivered(bytes.number())
        case .anomaly: .anomaly(LogCode.anomalies[Int(bytes.byte())])
        case .exchangeEnded: .exchangeEnded(ExchangeEnd())
        case .exchangeDecoded: .exchangeEnded(ExchangeEnd(decodedBody: bytes.counted()))
        case .exchangeDecodedValue: .exchangeEnded(ExchangeEnd(decodedBody: bodyValue))
        case .attemptAnswered:
            .attemptEnded(.response(status: StatusCode(rawValue: bytes.number())), retry: nil)
        case .attemptCancelled: .attemptEnded(.cancelled, retry: nil)
        case .processing: .processing
        case .succeeded: .taskEnded(.succeeded)
        case .cancelled: .taskEnded(.cancelled)
        case .dropped: nil
        }
    }

    private var bodyValue: [UInt8] {
        mutating get { if case .bytes(let bytes)? = values.popFirst() { bytes } else { [] } }
    }

    private var start: ExchangeStart? {
        mutating get {
            let flags = StartFlags(rawValue: bytes.byte())
            var (method, url) = (asked.request.method, asked.url)
            if !flags.contains(.sameMethod), case .text(let other)? = values.popFirst() {
                method = HTTPMethod(rawValue: other)
            }
            if !flags.contains(.sameURL), case .url(let other)? = values.popFirst() { url = other }
            guard let url else { return nil }
            var start = ExchangeStart(method: method, url: url)
            if flags.contains(.sameBody) { start.body = asked.request.body }
            if flags.contains(.mock), case .mock(let mock)? = values.popFirst() { start.mock = mock }
            if flags.contains(.reason) { start.reason = LogCode.reasons[Int(bytes.byte())] }
            return start
        }
    }
}
