import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes the record of a finished task as JSON with short names, secrets replaced; bodies are put aside and named by number.
struct StoryWriter {
    var redaction: Redaction
    /// All times are counted in nanoseconds from here.
    let created: Instant
    private(set) var bodies: [[UInt8]] = []

    init(redaction: Redaction, created: Instant) {
        self.redaction = redaction
        self.created = created
    }

    mutating func story(of record: TaskRecord) -> JSONValue {
        let origin = record.origin
        var story = JSONObject()
        story["id"] = .int(record.id)
        story["at"] = .double(origin.date.timeIntervalSince1970)
        story["q"] = request(origin)
        story["from"] = .string(origin.provenance.source.rawValue)
        story["file"] = origin.provenance.file.map { .string($0) }
        story["line"] = origin.provenance.line.map { .int($0) }
        story["resend"] = origin.provenance.resendOf.map { .int($0) }
        story["program"] = origin.provenance.program.map { .string(redaction.text($0.name)) }
        story["pid"] = origin.provenance.program.map { .int($0.process) }
        story["max"] = origin.attemptsAllowed.map { .int($0) }
        if !origin.verifiesCertificates { story["unverified"] = true }
        story["state"] = .string(record.state.name.rawValue)
        if case .failed(let error) = record.state { story["error"] = self.error(error) }
        story["end"] = record.ended.map { time($0) }
        story["a"] = .array(record.attempts.map { attempt($0, of: origin) })
        if !record.testResults.isEmpty { story["tests"] = .array(record.testResults.map { test($0) }) }
        return .object(story)
    }

    // MARK: Parts

    private mutating func request(_ origin: TaskOrigin) -> JSONValue {
        let request = origin.request
        var object = JSONObject()
        object["m"] = .string(request.method.rawValue)
        object["u"] = .string(redaction.url(request.url))
        object["url"] = origin.url.map { .string(redaction.url($0.text)) }
        object["name"] = request.name.map { .string(redaction.text($0)) }
        if !request.headers.isEmpty { object["h"] = fields(request.headers) }
        add(request.body, type: request.headers["Content-Type"], to: &object)
        return .object(object)
    }

    private mutating func add(_ body: Body, type: String?, to object: inout JSONObject) {
        let type = type ?? body.contentType
        guard !body.isNone else { return }
        object["type"] = body.contentType.map { .string($0) }
        if let bytes = body.bytes {
            object["b"] = .int(slot(redaction.body(bytes, contentType: type)))
        } else {
            object["body"] = .string(redaction.text(body.summary))
        }
    }

    private mutating func attempt(_ attempt: AttemptRecord, of origin: TaskOrigin) -> JSONValue {
        var object = JSONObject()
        object["n"] = .int(attempt.number)
        object["t"] = time(attempt.started)
        object["why"] = attempt.reason.map { reason($0) }
        object["waited"] = attempt.waited.map { .int(Int($0.nanoseconds)) }
        object["end"] = attempt.ended.map { time($0) }
        switch attempt.outcome {
        case .response(let status): object["out"] = .int(status)
        case .error(let error): object["out"] = self.error(error)
        case .cancelled: object["out"] = "cancelled"
        case nil: break
        }
        if let retry = attempt.retry {
            object["retry"] = [
                reason(retry.reason), .int(Int(retry.delay.nanoseconds)), time(retry.until),
                .string(redaction.text(retry.explanation)),
            ]
        }
        object["x"] = .array(attempt.exchanges.map { exchange($0, of: origin) })
        return .object(object)
    }

    private mutating func reason(_ reason: RetryReason) -> JSONValue {
        switch reason {
        case .status(let status): .int(status)
        case .error(let kind, let phase): [.string(kind.rawValue), .string(phase.rawValue)]
        case .unmet(let text): .string(redaction.text(text))
        }
    }

    private mutating func exchange(_ exchange: ExchangeRecord, of origin: TaskOrigin) -> JSONValue {
        var object = JSONObject()
        let start = exchange.start
        object["n"] = .int(exchange.number)
        object["t"] = time(exchange.started)
        if start.method != origin.request.method { object["m"] = .string(start.method.rawValue) }
        if start.url != origin.url { object["url"] = .string(redaction.url(start.url.text)) }
        if start.body == origin.request.body {
            if !start.body.isNone { object["same"] = true }
        } else {
            add(start.body, type: nil, to: &object)
        }
        object["why"] = start.reason.map { .string($0.rawValue) }
        object["mock"] = start.mock.map { [.string($0.id), .string(redaction.text($0.name))] }
        object["p"] = .array(exchange.phases.flatMap { [.string($0.phase.rawValue), time($0.at)] })
        object["c"] = exchange.connection.map { connection($0) }
        addMessages(of: exchange, to: &object)
        object["cache"] = exchange.cache.map { cache($0) }
        if !exchange.anomalies.isEmpty {
            object["odd"] = .array(exchange.anomalies.map { .string($0.rawValue) })
        }
        object["end"] = exchange.ended.map { time($0) }
        if exchange.phasesEnded != exchange.ended { object["pend"] = exchange.phasesEnded.map { time($0) } }
        object["error"] = exchange.error.map { error($0) }
        return .object(object)
    }

    private mutating func addMessages(of exchange: ExchangeRecord, to object: inout JSONObject) {
        if !exchange.requestHead.isEmpty { object["rq"] = bytes(redaction.requestHead(exchange.requestHead)) }
        if exchange.bodySent > 0 { object["sent"] = .int(exchange.bodySent) }
        object["toSend"] = exchange.bodyToSend.map { .int($0) }
        if !exchange.interims.isEmpty {
            object["i"] = .array(exchange.interims.map { bytes(redaction.responseHead($0)) })
        }
        if let head = exchange.head { object["h"] = bytes(redaction.responseHead(head)) }
        if exchange.bodyReceived > 0 { object["rn"] = .int(exchange.bodyReceived) }
        if !exchange.trailers.isEmpty { object["tr"] = fields(exchange.trailers) }
        let body = exchange.body
        if exchange.decodedBody != nil { object["decoded"] = true }
        if body.isEmpty {
            if exchange.bodySize > 0 { object["dropped"] = .int(exchange.bodySize) }
        } else {
            let type = exchange.head?.headers["Content-Type"]
            object["size"] = .int(body.count)
            object["b"] = .int(slot(redaction.body(body, contentType: type)))
        }
    }

    private mutating func connection(_ connection: ConnectionRecord) -> JSONValue {
        var object = JSONObject()
        object["id"] = .int(connection.id)
        if connection.isReused { object["reused"] = true }
        object["to"] = [.string(connection.remoteAddress), .int(connection.remotePort)]
        object["by"] = [.string(connection.localAddress), .int(connection.localPort)]
        object["proxy"] = connection.proxy.map { .string(redaction.url($0)) }
        guard let tls = connection.tls else { return .object(object) }
        object["tls"] = [.string(tls.version), .string(tls.cipher)]
        object["alpn"] = tls.applicationProtocol.map { .string($0) }
        if !tls.isVerified { object["unverified"] = true }
        if !tls.certificates.isEmpty {
            // Many tasks see the same ones: beside the story they are kept once.
            let all = JSONValue.array(tls.certificates.map { certificate($0) })
            object["certs"] = .int(slot(all.serializedBytes()))
        }
        return .object(object)
    }

    private mutating func certificate(_ certificate: ConnectionRecord.Certificate) -> JSONValue {
        [
            .string(redaction.text(certificate.subject)), .string(redaction.text(certificate.issuer)),
            .array(certificate.names.map { .string(redaction.text($0)) }),
            certificate.notBefore.map { .double($0.timeIntervalSince1970) } ?? .null,
            certificate.notAfter.map { .double($0.timeIntervalSince1970) } ?? .null,
            certificate.fingerprint.map { .string($0) } ?? .null,
        ]
    }

    private func cache(_ use: CacheUse) -> JSONValue {
        switch use {
        case .hit(let age): ["hit", .int(age)]
        case .stale(let age): ["stale", .int(age)]
        case .revalidated: ["revalidated"]
        case .stored: ["stored"]
        case .notStored(let refusal): ["notStored", .string(refusal.rawValue)]
        case .missing: ["missing"]
        }
    }

    private mutating func error(_ error: ClientError) -> JSONValue {
        var object = JSONObject()
        object["k"] = .string(error.kind.rawValue)
        object["p"] = .string(error.phase.rawValue)
        object["m"] = .string(redaction.text(error.message))
        object["hint"] = error.hint.map { .string(redaction.text($0)) }
        object["code"] = error.code.map { .int($0) }
        object["text"] = error.text.map { .string(redaction.text($0)) }
        object["t"] = error.elapsed.map { .int(Int($0.nanoseconds)) }
        if error.bytesReceived > 0 { object["got"] = .int(error.bytesReceived) }
        return .object(object)
    }

    private mutating func test(_ test: TestResult) -> JSONValue {
        var object = JSONObject()
        object["text"] = .string(redaction.text(test.text))
        object["line"] = test.line.map { .int($0) }
        if test.isAboutStatus { object["status"] = true }
        switch test.outcome {
        case .passed: object["passed"] = true
        case .failed(let actual): object["failed"] = .string(redaction.text(actual))
        case .notRun(let reason): object["notRun"] = .string(redaction.text(reason))
        case .noted(let text): object["noted"] = .string(redaction.text(text))
        }
        return .object(object)
    }

    // MARK: Values

    private func time(_ instant: Instant) -> JSONValue { .int(Int((instant - created).nanoseconds)) }

    private mutating func fields(_ headers: Headers) -> JSONValue {
        .array(redaction.headers(headers).map { [.string($0.name), .string($0.value)] })
    }

    /// The text of a head; its lines in ISO-8859-1 where it is no UTF-8, so that nothing of it is lost.
    private func bytes(_ head: [UInt8]) -> JSONValue {
        if let text = String(validating: head, as: UTF8.self) { return .string(text) }
        return .array([.string(String(String.UnicodeScalarView(head.map { Unicode.Scalar($0) })))])
    }

    private mutating func slot(_ body: [UInt8]) -> Int {
        if let index = bodies.firstIndex(of: body) { return index }
        bodies.append(body)
        return bodies.count - 1
    }
}

extension JSONValue {
    /// A number with a fraction; infinities and NaN are null.
    fileprivate static func double(_ number: Double) -> JSONValue {
        JSONNumber(number).map { .number($0) } ?? .null
    }
}
