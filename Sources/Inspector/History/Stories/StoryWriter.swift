import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes the record of a finished task as JSON with short names, secrets replaced; bodies are put aside and named by number.
struct StoryWriter {
    private(set) var bodies: [[UInt8]] = []
    private var parts: RecordWriter

    init(redaction: Redaction, created: Instant) {
        parts = RecordWriter(redaction: redaction, created: created)
    }

    var redaction: Redaction { parts.redaction }

    /// Returns the text, in UTF-8.
    mutating func story(of record: TaskRecord) -> [UInt8] {
        let origin = record.origin
        parts.json = JSONStream()
        parts.json.beginObject()
        parts.json.member("id", record.id)
        parts.json.member("at", origin.date.timeIntervalSince1970)
        addRequest(of: origin)
        parts.json.member("from", origin.provenance.source.rawValue)
        parts.json.member("file", origin.provenance.file)
        parts.json.member("line", origin.provenance.line)
        parts.json.member("resend", origin.provenance.resendOf)
        parts.json.member("program", origin.provenance.program.map { parts.redaction.text($0.name) })
        parts.json.member("pid", origin.provenance.program?.process)
        parts.json.member("max", origin.attemptsAllowed)
        parts.json.member("unverified", if: !origin.verifiesCertificates)
        parts.json.member("state", record.state.name.rawValue)
        if case .failed(let error) = record.state { parts.add(error, "error") }
        parts.json.member("end", record.ended.map { parts.time($0) })
        parts.json.beginArray("a")
        for attempt in record.attempts { add(attempt, of: origin) }
        parts.json.endArray()
        if !record.testResults.isEmpty {
            parts.json.beginArray("tests")
            for test in record.testResults { add(test) }
            parts.json.endArray()
        }
        parts.json.endObject()
        return parts.json.bytes
    }

    // MARK: Parts

    private mutating func addRequest(of origin: TaskOrigin) {
        let request = origin.request
        parts.json.beginObject("q")
        parts.json.member("m", request.method.rawValue)
        parts.json.member("u", parts.redaction.url(request.url))
        parts.json.member("url", origin.url.map { parts.redaction.url($0.text) })
        parts.json.member("name", request.name.map { parts.redaction.text($0) })
        if !request.headers.isEmpty { parts.add(request.headers, "h") }
        add(request.body, type: request.headers["Content-Type"])
        parts.json.endObject()
    }

    private mutating func add(_ body: Body, type: String?) {
        let type = type ?? body.contentType
        guard !body.isNone else { return }
        parts.json.member("type", body.contentType)
        if let bytes = body.bytes {
            parts.json.member("b", slot(parts.redaction.body(bytes, contentType: type)))
        } else {
            parts.json.member("body", parts.redaction.text(body.summary))
        }
    }

    private mutating func add(_ attempt: AttemptRecord, of origin: TaskOrigin) {
        parts.json.beginObject()
        parts.json.member("n", attempt.number)
        parts.json.member("t", parts.time(attempt.started))
        if let reason = attempt.reason { parts.add(reason, "why") }
        parts.json.member("waited", attempt.waited.map { Int($0.nanoseconds) })
        parts.json.member("end", attempt.ended.map { parts.time($0) })
        parts.add(attempt.outcome, retry: attempt.retry)
        parts.json.beginArray("x")
        for exchange in attempt.exchanges { add(exchange, of: origin) }
        parts.json.endArray()
        parts.json.endObject()
    }

    private mutating func add(_ exchange: ExchangeRecord, of origin: TaskOrigin) {
        let start = exchange.start
        parts.json.beginObject()
        parts.json.member("n", exchange.number)
        parts.json.member("t", parts.time(exchange.started))
        if start.method != origin.request.method { parts.json.member("m", start.method.rawValue) }
        if start.url != origin.url { parts.json.member("url", parts.redaction.url(start.url.text)) }
        if start.body == origin.request.body {
            parts.json.member("same", if: !start.body.isNone)
        } else {
            add(start.body, type: nil)
        }
        parts.json.member("why", start.reason?.rawValue)
        if let mock = start.mock { parts.add(mock) }
        parts.json.beginArray("p")
        for phase in exchange.phases {
            parts.json.element(phase.phase.rawValue)
            parts.json.element(parts.time(phase.at))
        }
        parts.json.endArray()
        if let connection = exchange.connection {
            // Many tasks see the same certificates: beside the story they are kept once.
            let certificates = connection.tls?.certificates ?? []
            let number = certificates.isEmpty ? nil : slot(text(of: certificates))
            parts.add(connection, certificatesAt: number)
        }
        addMessages(of: exchange)
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

    private mutating func addMessages(of exchange: ExchangeRecord) {
        if !exchange.requestHead.isEmpty {
            add(head: parts.redaction.requestHead(exchange.requestHead), "rq")
        }
        if exchange.bodySent > 0 { parts.json.member("sent", exchange.bodySent) }
        parts.json.member("toSend", exchange.bodyToSend)
        if !exchange.interims.isEmpty {
            parts.json.beginArray("i")
            for interim in exchange.interims { add(head: parts.redaction.responseHead(interim)) }
            parts.json.endArray()
        }
        if let head = exchange.head { add(head: parts.redaction.responseHead(head), "h") }
        if exchange.bodyReceived > 0 { parts.json.member("rn", exchange.bodyReceived) }
        if !exchange.trailers.isEmpty { parts.add(exchange.trailers, "tr") }
        parts.json.member("decoded", if: exchange.decodedBody != nil)
        let body = exchange.body
        if body.isEmpty {
            if exchange.bodySize > 0 { parts.json.member("dropped", exchange.bodySize) }
        } else {
            parts.json.member("size", body.count)
            let type = exchange.head?.headers["Content-Type"]
            parts.json.member("b", slot(parts.redaction.body(body, contentType: type)))
        }
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

    /// Writes a head as a text; where it is no UTF-8, as a text of its bytes in an array, so that nothing of it is lost.
    private mutating func add(head: [UInt8], _ name: StaticString? = nil) {
        switch (String(validating: head, as: UTF8.self), name) {
        case (let text?, let name?): parts.json.member(name, text)
        case (let text?, nil): parts.json.element(text)
        case (nil, _):
            parts.json.beginArray(name)
            parts.json.element(String(String.UnicodeScalarView(head.map { Unicode.Scalar($0) })))
            parts.json.endArray()
        }
    }

    private mutating func text(of certificates: [ConnectionRecord.Certificate]) -> [UInt8] {
        var apart = RecordWriter(redaction: parts.redaction, created: parts.created)
        apart.add(certificates)
        parts.redaction = apart.redaction
        return apart.json.bytes
    }

    private mutating func slot(_ body: [UInt8]) -> Int {
        if let index = bodies.firstIndex(of: body) { return index }
        bodies.append(body)
        return bodies.count - 1
    }
}
