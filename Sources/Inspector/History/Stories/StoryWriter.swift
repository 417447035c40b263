import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes the record of a finished task as JSON with short names, secrets replaced; what its row in the table says is left out.
///
/// Bodies and heads are put aside. A body is named by its number from 0, a head by a number from -1 down.
struct StoryWriter {
    var redaction: Redaction
    var memory: PartMemory
    /// All times are counted in nanoseconds from here.
    let created: Instant
    /// The URL that the row of the task has.
    let url: String
    private(set) var bodies: [StoredPart] = []
    private(set) var heads: [StoredPart] = []
    private var json = JSONStream()

    init(redaction: Redaction, memory: PartMemory, created: Instant, url: String) {
        self.redaction = redaction
        self.memory = memory
        self.created = created
        self.url = url
    }

    /// Returns the text, in UTF-8.
    mutating func story(of record: TaskRecord) -> [UInt8] {
        let origin = record.origin
        json = JSONStream()
        json.beginObject()
        json.member("id", record.id)
        json.member("at", origin.date.timeIntervalSince1970)
        addRequest(of: origin)
        json.member("from", origin.provenance.source.rawValue)
        json.member("line", origin.provenance.line)
        json.member("resend", origin.provenance.resendOf)
        json.member("program", origin.provenance.program.map { redaction.text($0.name) })
        json.member("pid", origin.provenance.program?.process)
        json.member("max", origin.attemptsAllowed)
        json.member("unverified", if: !origin.verifiesCertificates)
        switch record.state {
        case .failed(let error): add(error, "error")
        case .succeeded: break
        default: json.member("state", record.state.name.rawValue)
        }
        json.beginArray("a")
        for (index, attempt) in record.attempts.enumerated() { add(attempt, index, of: origin) }
        json.endArray()
        if !record.testResults.isEmpty {
            json.beginArray("tests")
            for test in record.testResults { add(test) }
            json.endArray()
        }
        json.endObject()
        return json.bytes
    }

    // MARK: Parts

    private mutating func addRequest(of origin: TaskOrigin) {
        let request = origin.request
        json.beginObject("q")
        if origin.url == nil {
            json.member("unsent", if: true)
        } else if request.url != origin.url?.text {
            json.member("u", redaction.url(request.url))
        }
        if !request.headers.isEmpty { add(request.headers, "h") }
        add(request.body, type: request.headers["Content-Type"])
        json.endObject()
    }

    private mutating func add(_ body: Body, type: String?) {
        let type = type ?? body.contentType
        guard !body.isNone else { return }
        json.member("type", body.contentType)
        if let bytes = body.bytes {
            json.member("b", slot(part(ofBody: bytes, type)))
        } else {
            json.member("body", redaction.text(body.summary))
        }
    }

    private mutating func add(_ attempt: AttemptRecord, _ index: Int, of origin: TaskOrigin) {
        json.beginObject()
        if attempt.number != index + 1 { json.member("n", attempt.number) }
        json.member("t", time(attempt.started))
        if let reason = attempt.reason { add(reason, "why") }
        json.member("waited", attempt.waited.map { Int($0.nanoseconds) })
        json.member("end", attempt.ended.map { time($0) })
        switch attempt.outcome {
        case .response(let status): json.member("out", status)
        case .error(let error): add(error, "out")
        case .cancelled: json.member("out", "cancelled")
        case nil: break
        }
        if let retry = attempt.retry {
            json.beginArray("retry")
            add(retry.reason)
            json.element(Int(retry.delay.nanoseconds))
            json.element(time(retry.until))
            json.element(redaction.text(retry.explanation))
            json.endArray()
        }
        json.beginArray("x")
        for (index, exchange) in attempt.exchanges.enumerated() { add(exchange, index, of: origin) }
        json.endArray()
        json.endObject()
    }

    private mutating func add(_ reason: RetryReason, _ name: StaticString? = nil) {
        switch (reason, name) {
        case (.status(let status), let name?): json.member(name, status)
        case (.status(let status), nil): json.element(status)
        case (.error(let kind, let phase), _):
            json.beginArray(name)
            json.element(kind.rawValue)
            json.element(phase.rawValue)
            json.endArray()
        case (.unmet(let text), let name?): json.member(name, redaction.text(text))
        case (.unmet(let text), nil): json.element(redaction.text(text))
        }
    }

    private mutating func add(_ exchange: ExchangeRecord, _ index: Int, of origin: TaskOrigin) {
        let start = exchange.start
        json.beginObject()
        if exchange.number != index + 1 { json.member("n", exchange.number) }
        json.member("t", time(exchange.started))
        if start.method != origin.request.method { json.member("m", start.method.rawValue) }
        if start.url != origin.url { json.member("url", redaction.url(start.url.text)) }
        if start.body == origin.request.body {
            json.member("same", if: !start.body.isNone)
        } else {
            add(start.body, type: nil)
        }
        json.member("why", start.reason?.rawValue)
        if let mock = start.mock {
            json.beginArray("mock")
            json.element(mock.id)
            json.element(redaction.text(mock.name))
            json.endArray()
        }
        json.beginArray("p")
        var last = exchange.started
        for phase in exchange.phases {
            json.element(phase.phase.letter)
            json.element(Int((phase.at - last).nanoseconds))
            last = phase.at
        }
        json.endArray()
        if let connection = exchange.connection { add(connection) }
        addMessages(of: exchange)
        if let cache = exchange.cache { add(cache) }
        if !exchange.anomalies.isEmpty {
            json.beginArray("odd")
            for anomaly in exchange.anomalies { json.element(anomaly.rawValue) }
            json.endArray()
        }
        json.member("end", exchange.ended.map { time($0) })
        if exchange.phasesEnded != exchange.ended {
            json.member("pend", exchange.phasesEnded.map { time($0) })
        }
        if let error = exchange.error { add(error, "error") }
        json.endObject()
    }

    private mutating func addMessages(of exchange: ExchangeRecord) {
        if !exchange.requestHead.isEmpty { add(requestHead: exchange.requestHead, of: exchange.start) }
        if exchange.bodySent > 0 { json.member("sent", exchange.bodySent) }
        json.member("toSend", exchange.bodyToSend)
        if !exchange.interims.isEmpty {
            json.beginArray("i")
            for interim in exchange.interims { json.element(number(of: interim)) }
            json.endArray()
        }
        if let head = exchange.head { json.member("h", number(of: head)) }
        if exchange.bodyReceived > 0 { json.member("rn", exchange.bodyReceived) }
        if !exchange.trailers.isEmpty { add(exchange.trailers, "tr") }
        json.member("decoded", if: exchange.decodedBody != nil)
        let body = exchange.body
        if body.isEmpty {
            if exchange.bodySize > 0 { json.member("dropped", exchange.bodySize) }
        } else {
            json.member("size", body.count)
            let type = exchange.head?.headers["Content-Type"]
            json.member("b", slot(part(ofBody: body, type)))
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
        guard !start.tells(requestLine: head[..<end]) else { return json.member("rq", -heads.count) }
        // A line on its own is hidden as it is with the fields.
        let line = redaction.requestHead(Array(head[..<end]) + [0x0D, 0x0A])
        json.beginArray("rq")
        json.element(String(decoding: line.dropLast(2), as: UTF8.self))
        json.element(-heads.count)
        json.endArray()
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
        if let part = memory.part(kind, bytes, secrets: redaction.remembered) { return part }
        let part = StoredPart(hide(&redaction))
        memory.remember(part, kind, bytes, secrets: redaction.remembered)
        return part
    }

    private mutating func add(_ connection: ConnectionRecord) {
        json.beginObject("c")
        json.member("id", connection.id)
        json.member("reused", if: connection.isReused)
        for (name, address, port) in [
            ("to" as StaticString, connection.remoteAddress, connection.remotePort),
            ("by", connection.localAddress, connection.localPort),
        ] {
            json.beginArray(name)
            json.element(address)
            json.element(port)
            json.endArray()
        }
        json.member("proxy", connection.proxy.map { redaction.url($0) })
        if let tls = connection.tls {
            json.beginArray("tls")
            json.element(tls.version)
            json.element(tls.cipher)
            json.endArray()
            json.member("alpn", tls.applicationProtocol)
            json.member("unverified", if: !tls.isVerified)
            // Many tasks see the same ones: beside the story they are kept once.
            if !tls.certificates.isEmpty {
                json.member("certs", slot(StoredPart(text(of: tls.certificates))))
            }
        }
        json.endObject()
    }

    private mutating func text(of certificates: [ConnectionRecord.Certificate]) -> [UInt8] {
        var text = JSONStream()
        text.beginArray()
        for certificate in certificates {
            text.beginArray()
            text.element(redaction.text(certificate.subject))
            text.element(redaction.text(certificate.issuer))
            text.beginArray()
            for name in certificate.names { text.element(redaction.text(name)) }
            text.endArray()
            text.element(certificate.notBefore?.timeIntervalSince1970)
            text.element(certificate.notAfter?.timeIntervalSince1970)
            if let fingerprint = certificate.fingerprint {
                text.element(fingerprint)
            } else {
                text.elementNull()
            }
            text.endArray()
        }
        text.endArray()
        return text.bytes
    }

    private mutating func add(_ use: CacheUse) {
        json.beginArray("cache")
        switch use {
        case .hit(let age):
            json.element("hit")
            json.element(age)
        case .stale(let age):
            json.element("stale")
            json.element(age)
        case .revalidated: json.element("revalidated")
        case .stored: json.element("stored")
        case .notStored(let refusal):
            json.element("notStored")
            json.element(refusal.rawValue)
        case .missing: json.element("missing")
        }
        json.endArray()
    }

    private mutating func add(_ error: ClientError, _ name: StaticString) {
        json.beginObject(name)
        json.member("k", error.kind.rawValue)
        json.member("p", error.phase.rawValue)
        json.member("m", redaction.text(error.message))
        json.member("hint", error.hint.map { redaction.text($0) })
        json.member("code", error.code.map { Int($0) })
        json.member("text", error.text.map { redaction.text($0) })
        json.member("t", error.elapsed.map { Int($0.nanoseconds) })
        if error.bytesReceived > 0 { json.member("got", error.bytesReceived) }
        json.endObject()
    }

    private mutating func add(_ test: TestResult) {
        json.beginObject()
        json.member("text", redaction.text(test.text))
        json.member("line", test.line)
        json.member("status", if: test.isAboutStatus)
        switch test.outcome {
        case .passed: json.member("passed", if: true)
        case .failed(let actual): json.member("failed", redaction.text(actual))
        case .notRun(let reason): json.member("notRun", redaction.text(reason))
        case .noted(let text): json.member("noted", redaction.text(text))
        }
        json.endObject()
    }

    // MARK: Values

    private func time(_ instant: Instant) -> Int { Int((instant - created).nanoseconds) }

    private mutating func add(_ headers: Headers, _ name: StaticString) {
        json.beginArray(name)
        for field in redaction.headers(headers) {
            json.beginArray()
            json.element(field.name)
            json.element(field.value)
            json.endArray()
        }
        json.endArray()
    }

    private mutating func slot(_ body: StoredPart) -> Int {
        if let index = bodies.firstIndex(where: { $0 === body || $0.content == body.content }) {
            return index
        }
        bodies.append(body)
        return bodies.count - 1
    }
}
