import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// Writes the record of a finished task as JSON with short names, secrets replaced; what its row in the table says is left out.
///
/// Bodies and heads are put aside. A body is named by its number from 0, a head by a number from -1 down.
struct StoryWriter {
    /// The parts of the last task.
    private(set) var lastParts = StoredParts()
    private var bodies: [StoredPart] = []
    private var heads: [StoredPart] = []
    private var memory = PartMemory()
    private var parts: RecordWriter<JSONShapeStream>

    init(redaction: Redaction) { parts = RecordWriter(redaction: redaction) }

    var redaction: Redaction {
        get { parts.redaction }
        _modify { yield &parts.redaction }
    }

    /// Returns the shape of the text and its values; all times are counted in nanoseconds from when the task was created.
    mutating func story(of record: TaskRecord) -> StoredStory {
        let origin = record.origin
        let provenance = origin.provenance
        bodies.removeAll(keepingCapacity: true)
        heads.removeAll(keepingCapacity: true)
        parts.begin(at: record.created)
        parts.json.beginObject()
        parts.json.member("id", record.id)
        parts.json.member("at", origin.date.timeIntervalSince1970)
        addRequest(of: origin)
        parts.json.member("from", provenance.source.rawValue)
        parts.json.member("line", provenance.line)
        parts.json.member("resend", provenance.resendOf)
        parts.json.member("program", provenance.program.map { parts.redaction.text($0.name) })
        parts.json.member("pid", provenance.program?.process)
        parts.json.member("max", origin.attemptsAllowed)
        parts.json.member("unverified", if: !origin.verifiesCertificates)
        switch record.state {
        case .failed(let error): parts.add(error, "error")
        case .succeeded: break
        default: parts.json.member("state", record.state.name.rawValue)
        }
        parts.json.beginArray("a")
        for index in record.attempts.indices { add(record.attempts[index], index, of: origin) }
        parts.json.endArray()
        parts.json.member("edited", if: record.isRequestEdited)
        parts.json.member("left", record.programLeftAfter)
        if let answer = record.editedAnswer { parts.add(answer, "answer") }
        if !record.testResults.isEmpty {
            parts.json.beginArray("tests")
            for test in record.testResults { add(test) }
            parts.json.endArray()
        }
        let others = record.annotations.filter { !Annotation.typedNames.contains($0.name) }
        if !others.isEmpty {
            parts.json.beginArray("notes")
            for annotation in others { add(annotation) }
            parts.json.endArray()
        }
        parts.json.endObject()
        if !lastParts.are(heads: heads, bodies: bodies) {
            lastParts = StoredParts(heads: heads, bodies: bodies)
        }
        return StoredStory(parts.json.shape(), parts.json.values)
    }

    // MARK: Parts

    private mutating func addRequest(of origin: TaskOrigin) {
        let request = origin.request
        parts.json.beginObject("q")
        if origin.url == nil {
            parts.json.member("unsent", if: true)
        } else if request.url != origin.url?.text {
            parts.json.member("u", parts.redaction.url(request.url))
        }
        if !request.headers.isEmpty { parts.add(request.headers, "h") }
        if !request.body.isNone { add(request.body, type: request.headers["Content-Type"]) }
        parts.json.endObject()
    }

    private mutating func add(_ body: Body, type: String?) {
        let type = type ?? body.contentType
        parts.json.member("type", body.contentType)
        if let bytes = body.bytes {
            parts.json.member("b", slot(part(ofBody: bytes, type)))
        } else {
            parts.json.member("body", parts.redaction.text(body.description))
        }
    }

    private mutating func add(_ attempt: AttemptRecord, _ index: Int, of origin: TaskOrigin) {
        parts.json.beginObject()
        if attempt.number != index + 1 { parts.json.member("n", attempt.number) }
        parts.json.member("t", parts.time(attempt.started))
        if let reason = attempt.reason { parts.add(reason, "why") }
        parts.json.member("waited", attempt.waited.map { Int($0.nanoseconds) })
        parts.json.member("end", attempt.ended.map { parts.time($0) })
        parts.add(attempt.outcome, retry: attempt.retry)
        parts.json.beginArray("x")
        for index in attempt.exchanges.indices { add(attempt.exchanges[index], index, of: origin) }
        parts.json.endArray()
        parts.json.endObject()
    }

    private mutating func add(_ exchange: ExchangeRecord, _ index: Int, of origin: TaskOrigin) {
        let start = exchange.start
        parts.json.beginObject()
        if exchange.number != index + 1 { parts.json.member("n", exchange.number) }
        parts.json.member("t", parts.time(exchange.started))
        if start.method != origin.request.method { parts.json.member("m", start.method.rawValue) }
        if start.url != origin.url { parts.json.member("url", parts.redaction.url(start.url.text)) }
        if !start.body.isNone {
            if start.body == origin.request.body {
                parts.json.member("same", if: true)
            } else {
                add(start.body, type: nil)
            }
        }
        parts.json.member("why", start.reason?.rawValue)
        if let mock = start.mock { parts.add(mock) }
        parts.json.beginArray("p")
        var last = exchange.started
        for phase in exchange.phases {
            parts.json.element(word: phase.phase.letter)
            parts.json.element(Int(phase.at.nanoseconds(since: last)))
            last = phase.at
        }
        parts.json.endArray()
        if let connection = exchange.connection {
            // Many tasks see the same certificates: beside the story they are kept once.
            let certificates = connection.tls?.certificates ?? []
            let number = certificates.isEmpty ? nil : slot(StoredPart(text(of: certificates)))
            parts.add(connection, certificatesAt: number)
        }
        addMessages(of: exchange, start)
        if let cache = exchange.cache { parts.add(cache) }
        if !exchange.anomalies.isEmpty {
            parts.json.beginArray("odd")
            for anomaly in exchange.anomalies { parts.json.element(anomaly.rawValue) }
            parts.json.endArray()
        }
        parts.json.member("end", exchange.ended.map { parts.time($0) })
        if exchange.phasesEnded != exchange.ended {
            parts.json.member("pend", exchange.phasesEnded.map { parts.time($0) })
        }
        if let error = exchange.error { parts.add(error, "error") }
        parts.json.endObject()
    }

    private mutating func addMessages(of exchange: ExchangeRecord, _ start: ExchangeStart) {
        if !exchange.requestHead.isEmpty { add(requestHead: exchange.requestHead, of: start) }
        if exchange.bodySent > 0 { parts.json.member("sent", exchange.bodySent) }
        parts.json.member("toSend", exchange.bodyToSend)
        if !exchange.interims.isEmpty {
            parts.json.beginArray("i")
            for interim in exchange.interims { parts.json.element(number(of: interim)) }
            parts.json.endArray()
        }
        if let head = exchange.head { parts.json.member("h", number(of: head)) }
        if exchange.bodyReceived > 0 { parts.json.member("rn", exchange.bodyReceived) }
        if !exchange.trailers.isEmpty { parts.add(exchange.trailers, "tr") }
        parts.json.member("decoded", if: exchange.decodedBody != nil)
        let body = exchange.body
        if body.isEmpty {
            if exchange.bodySize > 0 { parts.json.member("dropped", exchange.bodySize) }
        } else {
            parts.json.member("size", body.count)
            let type = exchange.head?.headers["Content-Type"]
            parts.json.member("b", slot(part(ofBody: body, type)))
        }
    }

    /// Writes the number of the fields; before it the first line where the URL does not tell it.
    private mutating func add(requestHead head: [UInt8], of start: ExchangeStart) {
        let end = (head.firstIndex(of: 0x0A) ?? head.count - 1) + 1
        let fields = part(.requestFields, head[end...]) { redaction in
            let hidden = redaction.requestHead(head)
            return Array(hidden[((hidden.firstIndex(of: 0x0A) ?? -1) + 1)...])
        }
        heads.append(fields)
        guard !start.tells(requestLine: head[..<end]) else { return parts.json.member("rq", -heads.count) }
        // A line on its own is hidden as it is with the fields.
        let line = parts.redaction.requestHead(Array(head[..<end]) + [0x0D, 0x0A])
        parts.json.beginArray("rq")
        parts.json.element(String(decoding: line.dropLast(2), as: UTF8.self))
        parts.json.element(-heads.count)
        parts.json.endArray()
    }

    private mutating func number(of head: ResponseHead) -> Int {
        heads.append(part(.responseHead, head.wireBytes[...]) { $0.responseHead(head) })
        return -heads.count
    }

    private mutating func part(ofBody bytes: [UInt8], _ type: String?) -> StoredPart {
        part(.body(type: type), bytes[...]) { $0.body(bytes, contentType: type) }
    }

    /// Returns the part that bytes are kept as, without their secrets.
    private mutating func part(
        _ kind: PartMemory.Kind, _ bytes: ArraySlice<UInt8>, hide: (inout Redaction) -> [UInt8]
    ) -> StoredPart {
        if let part = memory.part(kind, bytes, secrets: parts.redaction.rememberedCount) { return part }
        let part = StoredPart(hide(&parts.redaction))
        memory.remember(part, kind, bytes, secrets: parts.redaction.rememberedCount)
        return part
    }

    /// Writes an annotation of another program: its name, and its value as a text without secrets.
    private mutating func add(_ annotation: Annotation) {
        let value = Array(annotation.value.description.utf8)
        let hidden = parts.redaction.body(value, contentType: "application/json")
        parts.json.beginArray()
        parts.json.element(parts.redaction.text(annotation.name))
        parts.json.element(String(decoding: hidden, as: UTF8.self))
        parts.json.endArray()
    }

    private mutating func add(_ test: TestResult) {
        parts.json.beginObject()
        parts.json.member("text", parts.redaction.text(test.text))
        parts.json.member("line", test.line)
        parts.json.member("status", if: test.isAboutStatus)
        switch test.outcome {
        case .passed: parts.json.member("passed", if: true)
        case .failed(let actual): parts.json.member("failed", parts.redaction.text(actual))
        case .notRun(let reason): parts.json.member("notRun", parts.redaction.text(reason))
        case .noted(let text): parts.json.member("noted", parts.redaction.text(text))
        }
        parts.json.endObject()
    }

    // MARK: Values

    private mutating func text(of certificates: [ConnectionRecord.Certificate]) -> [UInt8] {
        var apart = RecordWriter<JSONStream>(redaction: parts.redaction)
        apart.add(certificates)
        parts.redaction = apart.redaction
        return apart.json.bytes
    }

    private mutating func slot(_ body: StoredPart) -> Int {
        if let index = bodies.firstIndex(where: { $0 === body || $0.content == body.content }) {
            return index
        }
        bodies.append(body)
        return bodies.count - 1
    }
}
