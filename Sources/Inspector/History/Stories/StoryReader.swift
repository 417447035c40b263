import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// Reads the stories of ``StoryWriter``.
///
/// It leaves out what it does not know, or cannot read: an older version's story and a newer one's are read as far as they go.
struct StoryReader {
    let story: JSONValue
    /// The row of the task, which has what the story leaves out.
    let entry: HistoryEntry
    /// The instant that the times are counted from.
    var created = Instant(nanoseconds: 0)

    /// Returns a body or a head by its number; nil where it is not there.
    private func part(_ number: Int) -> [UInt8]? { entry.parts[number] }

    private var values: RecordReader { RecordReader(created: created) }

    /// The record; nil where the story is none.
    var record: TaskRecord? {
        guard let id = story["id"]?.int, let date = story["at"]?.double, let asked = story["q"] else {
            return nil
        }
        var record = TaskRecord(id: id, origin: origin(asked, date), created: created)
        record.attempts = (story["a"]?.array ?? []).enumerated().map {
            attempt($0.element, $0.offset, asked: record.origin)
        }
        record.ended = created + entry.elapsed
        record.isRequestEdited = story["edited"] != nil
        record.programLeftAfter = story["left"]?.int
        record.editedAnswer = RecordReader.editedAnswer(story["answer"])
        record.testResults = (story["tests"]?.array ?? []).compactMap(Self.test)
        record.annotations += (story["notes"]?.array ?? []).compactMap(Self.annotation)
        // What was sent is not told without its body as if it had none.
        let hadBody = asked["b"] != nil || asked["body"] != nil
        if hadBody, record.origin.request.body.isNone { record.dropBodies(DroppedBodies(request: 0)) }
        let state = story["state"]?.string.map { TaskState.Name(rawValue: $0) }
        switch state ?? (story["error"] == nil ? .succeeded : .failed) {
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
            method: HTTPMethod(rawValue: entry.method), url: asked["u"]?.string ?? entry.url,
            headers: RecordReader.fields(asked["h"]), body: self.body(of: asked))
        request.name = entry.name
        let source = Provenance.Source(rawValue: story["from"]?.string ?? "") ?? .compose
        var provenance = Provenance(
            source, file: entry.file, line: count(story["line"]), resendOf: story["resend"]?.int)
        provenance.program = AskingProgram(inStory: story)
        return TaskOrigin(
            request: request, url: wasSent(asked) ? RequestURL(kept: entry.url) : nil,
            attemptsAllowed: count(story["max"]), date: Date(stored: date),
            provenance: provenance,
            verifiesCertificates: story["unverified"] == nil)
    }

    /// Indicates whether a request had a URL that can be sent; an earlier version wrote its method, too, and all URLs.
    private func wasSent(_ asked: JSONValue) -> Bool {
        asked["m"] == nil ? asked["unsent"] == nil : asked["url"] != nil
    }

    private func body(of value: JSONValue) -> Body {
        guard let number = value["b"]?.int, let bytes = part(number) else { return .none }
        let type = value["type"]?.string
        return type.map { .typed(.bytes(bytes), contentType: $0) } ?? .bytes(bytes)
    }

    // MARK: Attempts and exchanges

    private func attempt(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> AttemptRecord {
        var attempt = AttemptRecord(
            number: count(value["n"]) ?? index + 1, started: values.time(value["t"]),
            reason: value["why"].flatMap(RecordReader.reason),
            waited: value["waited"]?.int.map { .nanoseconds($0.clamped(to: StoredRange.duration)) })
        attempt.exchanges = (value["x"]?.array ?? []).enumerated().compactMap {
            exchange($0.element, $0.offset, asked: asked)
        }
        attempt.ended = value["end"].map { values.time($0) }
        attempt.outcome = RecordReader.outcome(value["out"])
        attempt.retry = values.plan(value["retry"])
        return attempt
    }

    private func exchange(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> ExchangeRecord? {
        guard let url = value["url"]?.string.flatMap({ RequestURL(kept: $0) }) ?? asked.url else {
            return nil
        }
        var start = ExchangeStart(
            method: value["m"]?.string.map { HTTPMethod(rawValue: $0) } ?? asked.request.method, url: url,
            body: value["same"] == nil ? .none : asked.request.body)
        start.mock = RecordReader.mock(value["mock"])
        start.reason = value["why"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        var exchange = ExchangeRecord(
            number: count(value["n"]) ?? index + 1, start: start, at: values.time(value["t"]))
        exchange.phases = phases(value["p"]?.array ?? [], from: exchange.started)
        exchange.connection = value["c"].map {
            RecordReader.connection($0) { number in part(number).flatMap { try? JSONValue(parsing: $0) } }
        }
        exchange.requestHead = value["rq"].map { requestHead($0, of: start) } ?? []
        exchange.bodySent = size(value["sent"]) ?? 0
        exchange.bodyToSend = size(value["toSend"])
        exchange.interims = (value["i"]?.array ?? []).map { ResponseHead(wireBytes: head($0)) }
        exchange.head = value["h"].map { ResponseHead(wireBytes: head($0)) }
        exchange.bodyReceived = size(value["rn"]) ?? 0
        exchange.trailers = RecordReader.fields(value["tr"])
        exchange.cache = RecordReader.cache(value["cache"])
        exchange.anomalies = (value["odd"]?.array ?? []).compactMap { Anomaly(rawValue: $0.string ?? "") }
        exchange.ended = value["end"].map { values.time($0) }
        exchange.phasesEnded = value["pend"].map { values.time($0) } ?? exchange.ended
        exchange.error = RecordReader.error(value["error"])
        addBody(of: value, to: &exchange)
        return exchange
    }

    private func addBody(of value: JSONValue, to exchange: inout ExchangeRecord) {
        if let number = value["b"]?.int, exchange.head != nil {
            guard let bytes = part(number) else { return exchange.dropBody(of: size(value["size"]) ?? 0) }
            // What arrived encoded is kept as people read it.
            if value["decoded"] == nil { exchange.chunks = [bytes] } else { exchange.decodedBody = bytes }
        } else if let size = size(value["dropped"]) {
            exchange.dropBody(of: size)
        }
    }

    /// Reads phases, each with the time from the one before; an earlier version wrote whole names, and times of the task.
    private func phases(_ marks: [JSONValue], from started: Instant) -> [ExchangeRecord.PhaseMark] {
        var last = started
        return stride(from: 0, to: marks.count - 1, by: 2).compactMap {
            (index) -> ExchangeRecord.PhaseMark? in
            let name = marks[index].string ?? ""
            guard let phase = Phase(letter: name) else {
                return Phase(rawValue: name).map {
                    ExchangeRecord.PhaseMark(phase: $0, at: values.time(marks[index + 1]))
                }
            }
            last = last + .nanoseconds(marks[index + 1].int ?? 0)
            return ExchangeRecord.PhaseMark(phase: phase, at: last)
        }
    }

    // MARK: Values

    private func count(_ value: JSONValue?) -> Int? { value?.int?.clamped(to: StoredRange.count) }

    private func size(_ value: JSONValue?) -> Int? { value?.int?.clamped(to: StoredRange.size) }

    /// The head of a request: its first line, which the URL tells where it does not stand there, and the fields.
    private func requestHead(_ value: JSONValue, of start: ExchangeStart) -> [UInt8] {
        guard let number = value.int ?? value[1]?.int else { return head(value) }
        return Array((value[0]?.string ?? start.requestLine).utf8) + (part(number) ?? [])
    }

    /// A head by its number; an earlier version wrote it as a text, or in a list in ISO-8859-1.
    private func head(_ value: JSONValue) -> [UInt8] {
        if let number = value.int { return part(number) ?? [] }
        if let text = value.string { return Array(text.utf8) }
        return value[0]?.string?.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } ?? []
    }

    private static func annotation(_ value: JSONValue) -> Annotation? {
        guard let name = value[0]?.string, let text = value[1]?.string,
            let content = try? JSONValue(parsing: text, maximumDepth: 64)
        else { return nil }
        return Annotation(name, content)
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
            value["text"]?.string ?? "", line: value["line"]?.int?.clamped(to: StoredRange.count),
            isAboutStatus: value["status"] != nil,
            outcome)
    }
}
