import ClientEngine
import EngineJSON
import FoundationEssentials

/// Reads the stories of ``StoryWriter``.
///
/// What it does not know, or cannot read, is left out: an older version's story and a newer one's are read as far as they go.
struct StoryReader {
    let story: JSONValue
    /// Returns a body by its number; nil where it is not there any more.
    let body: (Int) -> [UInt8]?
    /// The instant that the times are counted from.
    var created = Instant(nanoseconds: 0)

    private var parts: RecordReader { RecordReader(created: created) }

    /// The record; nil where the story is none.
    var record: TaskRecord? {
        guard let id = story["id"]?.int, let date = story["at"]?.double, let asked = story["q"] else {
            return nil
        }
        var record = TaskRecord(id: id, origin: origin(asked, date), created: created)
        record.attempts = (story["a"]?.array ?? []).map { attempt($0, asked: record.origin) }
        record.ended = story["end"].map { parts.time($0) }
        record.testResults = (story["tests"]?.array ?? []).compactMap(Self.test)
        // What was sent is not told without its body as if it had none.
        let hadBody = asked["b"] != nil || asked["body"] != nil
        if hadBody, record.origin.request.body.isNone { record.dropBodies(DroppedBodies(request: 0)) }
        switch TaskState.Name(rawValue: story["state"]?.string ?? "") {
        case .succeeded: record.state = .succeeded
        case .failed:
            record.state = .failed(
                RecordReader.error(story["error"])
                    ?? ClientError(.protocolViolation, .queue, "not known any more"))
        case .cancelled: record.state = .cancelled
        default: return nil
        }
        return record
    }

    private func origin(_ asked: JSONValue, _ date: Double) -> TaskOrigin {
        var request = Request(
            method: HTTPMethod(rawValue: asked["m"]?.string ?? "GET"), url: asked["u"]?.string ?? "",
            headers: RecordReader.fields(asked["h"]), body: self.body(of: asked))
        request.name = asked["name"]?.string
        let source = Provenance.Source(rawValue: story["from"]?.string ?? "") ?? .compose
        var provenance = Provenance(
            source, file: story["file"]?.string, line: story["line"]?.int, resendOf: story["resend"]?.int)
        if let name = story["program"]?.string, let process = story["pid"]?.int {
            provenance.program = AskingProgram(name: name, process: process)
        }
        return TaskOrigin(
            request: request, url: asked["url"]?.string.flatMap { RequestURL(kept: $0) },
            attemptsAllowed: story["max"]?.int, date: Date(timeIntervalSince1970: date),
            provenance: provenance,
            verifiesCertificates: story["unverified"] == nil)
    }

    private func body(of value: JSONValue) -> Body {
        guard let number = value["b"]?.int, let bytes = body(number) else { return .none }
        let type = value["type"]?.string
        return type.map { .typed(.data(bytes), contentType: $0) } ?? .data(bytes)
    }

    // MARK: Attempts and exchanges

    private func attempt(_ value: JSONValue, asked: TaskOrigin) -> AttemptRecord {
        var attempt = AttemptRecord(
            number: value["n"]?.int ?? 1, started: parts.time(value["t"]),
            reason: value["why"].flatMap(RecordReader.reason),
            waited: value["waited"]?.int.map { .nanoseconds($0) })
        attempt.exchanges = (value["x"]?.array ?? []).compactMap { exchange($0, asked: asked) }
        attempt.ended = value["end"].map { parts.time($0) }
        attempt.outcome = RecordReader.outcome(value["out"])
        attempt.retry = parts.plan(value["retry"])
        return attempt
    }

    private func exchange(_ value: JSONValue, asked: TaskOrigin) -> ExchangeRecord? {
        guard let url = value["url"]?.string.flatMap({ RequestURL(kept: $0) }) ?? asked.url else {
            return nil
        }
        var start = ExchangeStart(
            method: value["m"]?.string.map { HTTPMethod(rawValue: $0) } ?? asked.request.method, url: url,
            body: value["same"] == nil ? .none : asked.request.body)
        start.mock = RecordReader.mock(value["mock"])
        start.reason = value["why"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        var exchange = ExchangeRecord(number: value["n"]?.int ?? 1, start: start, at: parts.time(value["t"]))
        exchange.phases = phases(value["p"]?.array ?? [])
        exchange.connection = value["c"].map {
            RecordReader.connection($0) { number in body(number).flatMap { try? JSONValue(parsing: $0) } }
        }
        exchange.requestHead = value["rq"].map(Self.bytes) ?? []
        exchange.bodySent = value["sent"]?.int ?? 0
        exchange.bodyToSend = value["toSend"]?.int
        exchange.interims = (value["i"]?.array ?? []).map { ResponseHead(wireBytes: Self.bytes($0)) }
        exchange.head = value["h"].map { ResponseHead(wireBytes: Self.bytes($0)) }
        exchange.bodyReceived = value["rn"]?.int ?? 0
        exchange.trailers = RecordReader.fields(value["tr"])
        exchange.cache = RecordReader.cache(value["cache"])
        exchange.anomalies = (value["odd"]?.array ?? []).compactMap { Anomaly(rawValue: $0.string ?? "") }
        exchange.ended = value["end"].map { parts.time($0) }
        exchange.phasesEnded = value["pend"].map { parts.time($0) } ?? exchange.ended
        exchange.error = RecordReader.error(value["error"])
        addBody(of: value, to: &exchange)
        return exchange
    }

    private func addBody(of value: JSONValue, to exchange: inout ExchangeRecord) {
        if let number = value["b"]?.int, exchange.head != nil {
            guard let bytes = body(number) else { return exchange.dropBody(of: value["size"]?.int ?? 0) }
            // What arrived encoded is kept as people read it.
            if value["decoded"] == nil { exchange.chunks = [bytes] } else { exchange.decodedBody = bytes }
        } else if let size = value["dropped"]?.int {
            exchange.dropBody(of: size)
        }
    }

    private func phases(_ values: [JSONValue]) -> [ExchangeRecord.PhaseMark] {
        stride(from: 0, to: values.count - 1, by: 2).compactMap { index in
            Phase(rawValue: values[index].string ?? "").map {
                ExchangeRecord.PhaseMark(phase: $0, at: parts.time(values[index + 1]))
            }
        }
    }

    // MARK: Values

    /// A head as it was written; in a list it stands in ISO-8859-1.
    private static func bytes(_ value: JSONValue) -> [UInt8] {
        if let text = value.string { return Array(text.utf8) }
        return value[0]?.string?.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } ?? []
    }

    private static func test(_ value: JSONValue) -> TestResult? {
        let outcome: TestResult.Outcome
        if value["passed"] != nil {
            outcome = .passed
        } else if let actual = value["failed"]?.string {
            outcome = .failed(actual: actual)
        } else if let reason = value["notRun"]?.string {
            outcome = .notRun(reason: reason)
        } else if let text = value["noted"]?.string {
            outcome = .noted(text)
        } else {
            return nil
        }
        return TestResult(
            value["text"]?.string ?? "", line: value["line"]?.int, isAboutStatus: value["status"] != nil,
            outcome)
    }
}
