import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// Parses the records that ``RecordWriter`` has written.
///
/// Unknown and invalid members are ignored, so the text of an older or a newer version is read as far as possible.
/// Numbers from elsewhere are clamped, so that no sum of them overflows.
public struct RecordReader: Sendable {
    /// The instant that times are relative to.
    let created: Instant
    /// The request and its resolved URL, if the text does not contain them.
    private var asked: (request: Request, url: RequestURL?)?
    private let part: @Sendable (Int) -> [UInt8]?

    init(created: Instant, part: @escaping @Sendable (Int) -> [UInt8]? = { _ in nil }) {
        (self.created, self.part) = (created, part)
    }

    /// Returns the record in a text, or `nil` if the text is not a record.
    ///
    /// - Parameters:
    ///   - text: A text that ``RecordWriter`` has written.
    ///   - created: The instant at which the task was created, or `nil` for the one in the text. After a restart of the
    ///     system, that one belongs to another clock.
    ///   - part: Returns a head or a body that is stored separately, by its number, or `nil` if it no longer exists. Of
    ///     such a body only its size is left (`ExchangeRecord.droppedBody`).
    /// - Returns: The record, as far as it can be read.
    public static func record(
        _ text: JSONValue, from created: Instant? = nil,
        part: @escaping @Sendable (Int) -> [UInt8]? = { _ in nil }
    ) -> TaskRecord? {
        RecordReader(created: created ?? Self.created(text), part: part).record(text)
    }

    private static func created(_ text: JSONValue) -> Instant {
        Instant(nanoseconds: 0) + .nanoseconds(clamped(text["t"]?.int ?? 0, to: instants))
    }

    /// Returns the record of a text with separate heads and bodies, or `nil` if the text is not a record.
    public static func record(_ written: WrittenRecord, from created: Instant? = nil) -> TaskRecord? {
        guard let text = try? JSONValue(parsing: written.story, maximumDepth: maximumDepth) else {
            return nil
        }
        return record(text, from: created) { [parts = written.parts] in parts[$0] }
    }

    /// Returns a record that was written without its request, or `nil` if the text is not a record.
    public static func record(_ written: WrittenRecord, of request: Request, to url: RequestURL?)
        -> TaskRecord?
    {
        guard let text = try? JSONValue(parsing: written.story, maximumDepth: maximumDepth) else {
            return nil
        }
        var reader = RecordReader(created: created(text)) { [parts = written.parts] in parts[$0] }
        reader.asked = (request, url)
        return reader.record(text)
    }

    static let maximumDepth = 64
    private static let instants = 0...1 << 61
    /// The range of durations in nanoseconds: up to a year.
    private static let durations = 0...31_536_000_000_000_000
    private static let counts = 0...Int(Int32.max)
    /// The range of dates in seconds since 1970: up to the year 2200.
    private static let dates = 0...7_258_118_400.0

    private static func clamped<Value: Comparable>(_ value: Value, to range: ClosedRange<Value>) -> Value {
        min(max(value, range.lowerBound), range.upperBound)
    }

    /// Parses nanoseconds after ``created``, clamped to 36 years before or after it.
    func time(_ value: JSONValue?) -> Instant {
        created + .nanoseconds(Self.clamped(value?.int ?? 0, to: -1 << 60...1 << 60))
    }

    private func count(_ value: JSONValue?) -> Int? { value?.int.map { Self.clamped($0, to: Self.counts) } }
    private func size(_ value: JSONValue?) -> Int? { value?.int.map(ReportedNumber.size) }
    private func bytes(_ value: JSONValue?) -> [UInt8]? {
        value?.int.map(part) ?? value?.writtenBytes
    }

    // MARK: Records

    private func record(_ text: JSONValue) -> TaskRecord? {
        guard let id = text["id"]?.int, let date = text["at"]?.double, let asked = text["q"],
            let origin = origin(text, asked, date)
        else { return nil }
        var record = TaskRecord(id: id, origin: origin, created: created)
        record.attempts = (text["a"]?.array ?? []).enumerated().map {
            attempt($0.element, $0.offset, asked: origin)
        }
        record.ended = text["took"]?.int.map { created + .nanoseconds(Self.clamped($0, to: Self.durations)) }
        record.programLeftAfter = size(text["left"])
        record.annotations = (text["notes"]?.array ?? []).compactMap(Self.annotation)
        // A request whose body no longer exists had one.
        let hadBody = ["b", "file", "about"].contains { asked[$0] != nil }
        let dropped = size(asked["dropped"]) ?? (hadBody && origin.request.body.isNone ? 0 : nil)
        if let dropped { record.dropBodies(DroppedBodies(request: dropped)) }
        guard let state = state(text, of: record) else { return nil }
        record.state = state
        return record
    }

    private func state(_ text: JSONValue, of record: TaskRecord) -> TaskState? {
        guard let word = text["state"]?.string else {
            return text["error"].map { .failed(Self.error($0) ?? Self.unknownError) } ?? .succeeded
        }
        return switch TaskState.Name(rawValue: word) {
        case .queued?: .queued
        case .running?: .running(record.lastExchange?.phases.last?.phase ?? .queue)
        case .waiting?: record.lastAttempt?.retry.map { .waiting($0) }
        case .processing?: .processing
        case .succeeded?: .succeeded
        case .failed?: .failed(Self.unknownError)
        case .cancelled?: .cancelled
        case nil: nil
        }
    }

    private static var unknownError: ClientError {
        ClientError(.protocolViolation, .queue, "not known any more")
    }

    private func origin(_ text: JSONValue, _ asked: JSONValue, _ date: Double) -> TaskOrigin? {
        guard let (request, url) = self.asked ?? request(text, asked) else { return nil }
        var provenance = Provenance(
            Provenance.Source(rawValue: text["from"]?.string ?? "") ?? .compose, file: text["file"]?.string,
            line: count(text["line"]), resendOf: text["resend"]?.int)
        if let name = text["program"]?.string, let process = text["pid"]?.int {
            provenance.program = AskingProgram(name: name, process: process)
        }
        return TaskOrigin(
            request: request, url: url, attemptsAllowed: count(text["max"]),
            date: Date(timeIntervalSince1970: Self.clamped(date, to: Self.dates)), provenance: provenance,
            verifiesCertificates: text["unverified"] == nil, keepsBody: text["unkept"] == nil)
    }

    private func request(_ text: JSONValue, _ asked: JSONValue) -> (Request, RequestURL?)? {
        guard let url = asked["u"]?.string else { return nil }
        var request = Request(
            method: HTTPMethod(rawValue: asked["m"]?.string ?? "GET"), url: url,
            headers: Self.fields(asked["h"]),
            body: body(of: asked, "b"))
        request.name = text["name"]?.string
        request.unixSocket = asked["unix"]?.string
        return (request, asked["unsent"] == nil ? RequestURL(kept: asked["url"]?.string ?? url) : nil)
    }

    /// Parses the body of a request, whose bytes have the name `name`.
    ///
    /// Returns no body if the bytes no longer exist.
    func body(of value: JSONValue, _ name: String) -> Body {
        let body: Body
        if let bytes = bytes(value[name]) {
            body = .bytes(bytes)
        } else if let path = value["file"]?.string {
            body = .file(path: path)
        } else if let about = value["about"]?.string {
            body = .deferred(
                Deferred { throw ClientError(.io, .send, "\(about), which only the program itself has") })
        } else {
            return .none
        }
        return value["type"]?.string.map { .typed(body, contentType: $0) } ?? body
    }

    private static func annotation(_ value: JSONValue) -> Annotation? {
        guard let name = value[0]?.string, let text = value[1]?.string,
            let content = try? JSONValue(parsing: text, maximumDepth: maximumDepth)
        else { return nil }
        return Annotation(name, content)
    }

    // MARK: Attempts and exchanges

    private func attempt(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> AttemptRecord {
        var attempt = AttemptRecord(
            number: count(value["n"]) ?? index + 1, started: time(value["t"]),
            reason: value["why"].flatMap(Self.reason),
            waited: value["waited"]?.int.map { .nanoseconds(Self.clamped($0, to: Self.durations)) })
        attempt.exchanges = (value["x"]?.array ?? []).enumerated().compactMap {
            exchange($0.element, $0.offset, asked: asked)
        }
        attempt.ended = value["end"].map { time($0) }
        attempt.outcome = Self.outcome(value["out"])
        attempt.retry = plan(value["retry"])
        return attempt
    }

    private func exchange(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> ExchangeRecord? {
        guard let url = value["url"]?.string.flatMap({ RequestURL(kept: $0) }) ?? asked.url else {
            return nil
        }
        var start = ExchangeStart(
            method: value["m"]?.string.map { HTTPMethod(rawValue: $0) } ?? asked.request.method, url: url,
            body: value["same"] == nil ? body(of: value, "sentBody") : asked.request.body)
        start.mock = Self.mock(value["mock"])
        start.reason = value["why"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        var exchange = ExchangeRecord(
            number: count(value["n"]) ?? index + 1, start: start, at: time(value["t"]))
        exchange.phases = phases(value["p"]?.array ?? [], from: exchange.started)
        exchange.connection = value["c"].map {
            Self.connection($0) { number in part(number).flatMap { try? JSONValue(parsing: $0) } }
        }
        exchange.requestHead = requestHead(value["rq"], of: start)
        exchange.bodySent = size(value["sent"]) ?? 0
        exchange.bodyToSend = size(value["toSend"])
        exchange.interims = (value["i"]?.array ?? []).map { ResponseHead(wireBytes: bytes($0) ?? []) }
        exchange.head = value["h"].map { ResponseHead(wireBytes: bytes($0) ?? []) }
        if value["made"] != nil, let head = exchange.head {
            exchange.head = ResponseHead(
                status: head.status, reason: head.reason, httpVersion: head.httpVersion, headers: head.headers
            )
        }
        exchange.bodyReceived = size(value["rn"]) ?? 0
        exchange.trailers = Self.fields(value["tr"])
        exchange.cache = Self.cache(value["cache"])
        exchange.anomalies = (value["odd"]?.array ?? []).compactMap { Anomaly(rawValue: $0.string ?? "") }
        exchange.ended = value["end"].map { time($0) }
        exchange.phasesEnded = value["pend"].map { time($0) } ?? exchange.ended
        exchange.error = Self.error(value["error"])
        addBody(of: value, to: &exchange)
        return exchange
    }

    private func addBody(of value: JSONValue, to exchange: inout ExchangeRecord) {
        if let size = size(value["dropped"]) { return exchange.dropBody(of: size) }
        let isDecoded = value["decoded"] != nil
        if let written = value["b"] {
            guard let bytes = bytes(written) else { return exchange.dropBody(of: size(value["size"]) ?? 0) }
            if isDecoded { exchange.decodedBody = bytes } else { addPieces(of: bytes, value, to: &exchange) }
        } else if isDecoded {
            exchange.decodedBody = []
        }
        if isDecoded, let bytes = bytes(value["w"]) { addPieces(of: bytes, value, to: &exchange) }
    }

    /// Splits a body into the pieces in which it arrived.
    ///
    /// If their sizes are unknown, it is one piece.
    private func addPieces(of bytes: [UInt8], _ value: JSONValue, to exchange: inout ExchangeRecord) {
        var numbers = (value["ch"]?.array ?? []).map { $0.int ?? 0 }
        if numbers.count == 1 { numbers.insert(bytes.count, at: 0) }
        var (rest, arrival) = (bytes[...], exchange.started)
        for index in stride(from: 0, to: numbers.count - 1, by: 2) where !rest.isEmpty {
            let size = Self.clamped(numbers[index], to: 0...rest.count)
            arrival = arrival + .nanoseconds(Self.clamped(numbers[index + 1], to: Self.durations))
            exchange.chunks.append(Array(rest.prefix(size)))
            exchange.arrivals.append(arrival)
            rest = rest.dropFirst(size)
        }
        if !rest.isEmpty { (exchange.chunks, exchange.arrivals) = ([bytes], []) }
    }

    /// Parses phases, each with the time since the previous one.
    private func phases(_ marks: [JSONValue], from started: Instant) -> [ExchangeRecord.PhaseMark] {
        var last = started
        return stride(from: 0, to: marks.count - 1, by: 2).compactMap { index in
            guard let phase = Phase(letter: marks[index].string ?? "") else { return nil }
            last = last + .nanoseconds(Self.clamped(marks[index + 1].int ?? 0, to: Self.durations))
            return ExchangeRecord.PhaseMark(phase: phase, at: last)
        }
    }

    /// Parses the head of a request: as a whole, or its fields by their number.
    ///
    /// The request line may follow from the method and the URL.
    private func requestHead(_ value: JSONValue?, of start: ExchangeStart) -> [UInt8] {
        guard let value else { return [] }
        guard let fields = value.int ?? value[1]?.int else { return value.writtenBytes ?? [] }
        return (value[0]?.writtenBytes ?? Array(start.requestLine.utf8)) + (part(fields) ?? [])
    }
}
