import ClientEngine
import EngineJSON
import FoundationEssentials

/// Reads the stories of ``StoryWriter``.
///
/// What it does not know, or cannot read, is left out: an older version's story and a newer one's are read as far as they go.
struct StoryReader {
    let story: JSONValue
    /// The row of the task, which has what the story leaves out.
    let entry: HistoryEntry
    /// Returns a body or a head by its number; nil where it is not there any more.
    let part: (Int) -> [UInt8]?
    /// The instant that the times are counted from.
    var created = Instant(nanoseconds: 0)

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
        record.testResults = (story["tests"]?.array ?? []).compactMap(Self.test)
        // What was sent is not told without its body as if it had none.
        let hadBody = asked["b"] != nil || asked["body"] != nil
        if hadBody, record.origin.request.body.isNone { record.dropBodies(DroppedBodies(request: 0)) }
        let state = story["state"]?.string.map { TaskState.Name(rawValue: $0) }
        switch state ?? (story["error"] == nil ? .succeeded : .failed) {
        case .succeeded: record.state = .succeeded
        case .failed:
            record.state = .failed(
                error(story["error"]) ?? ClientError(.protocolViolation, .queue, "not known any more"))
        case .cancelled: record.state = .cancelled
        default: return nil
        }
        return record
    }

    private func origin(_ asked: JSONValue, _ date: Double) -> TaskOrigin {
        var request = Request(
            method: HTTPMethod(rawValue: entry.method), url: asked["u"]?.string ?? entry.url,
            headers: Self.fields(asked["h"]), body: self.body(of: asked))
        request.name = entry.name
        let source = Provenance.Source(rawValue: story["from"]?.string ?? "") ?? .compose
        var provenance = Provenance(
            source, file: entry.file, line: story["line"]?.int, resendOf: story["resend"]?.int)
        if let name = story["program"]?.string, let process = story["pid"]?.int {
            provenance.program = AskingProgram(name: name, process: process)
        }
        return TaskOrigin(
            request: request, url: wasSent(asked) ? RequestURL(kept: entry.url) : nil,
            attemptsAllowed: story["max"]?.int, date: Date(timeIntervalSince1970: date),
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
        return type.map { .typed(.data(bytes), contentType: $0) } ?? .data(bytes)
    }

    // MARK: Attempts and exchanges

    private func attempt(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> AttemptRecord {
        var attempt = AttemptRecord(
            number: value["n"]?.int ?? index + 1, started: time(value["t"]),
            reason: value["why"].flatMap(Self.reason),
            waited: value["waited"]?.int.map { .nanoseconds($0) })
        attempt.exchanges = (value["x"]?.array ?? []).enumerated().compactMap {
            exchange($0.element, $0.offset, asked: asked)
        }
        attempt.ended = value["end"].map { time($0) }
        switch value["out"] {
        case .number(let status)?: attempt.outcome = .response(status: status.int ?? 0)
        case .string?: attempt.outcome = .cancelled
        case let value?: attempt.outcome = error(value).map { .error($0) }
        case nil: break
        }
        if let plan = value["retry"]?.array, plan.count == 4, let reason = Self.reason(plan[0]) {
            attempt.retry = RetryPlan(
                reason: reason, delay: .nanoseconds(plan[1].int ?? 0), until: time(plan[2]),
                explanation: plan[3].string ?? "")
        }
        return attempt
    }

    private static func reason(_ value: JSONValue) -> RetryReason? {
        switch value {
        case .number(let status): status.int.map { .status($0) }
        case .string(let text): .unmet(text)
        case .array(let words):
            words.count == 2
                ? ClientError.Kind(rawValue: words[0].string ?? "").map {
                    .error(kind: $0, phase: Phase(rawValue: words[1].string ?? "") ?? .queue)
                } : nil
        default: nil
        }
    }

    private func exchange(_ value: JSONValue, _ index: Int, asked: TaskOrigin) -> ExchangeRecord? {
        guard let url = value["url"]?.string.flatMap({ RequestURL(kept: $0) }) ?? asked.url else {
            return nil
        }
        var start = ExchangeStart(
            method: value["m"]?.string.map { HTTPMethod(rawValue: $0) } ?? asked.request.method, url: url,
            body: value["same"] == nil ? .none : asked.request.body)
        if let mock = value["mock"]?.array, mock.count == 2 {
            start.mock = MockReference(id: mock[0].string ?? "", name: mock[1].string ?? "")
        }
        start.reason = value["why"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        var exchange = ExchangeRecord(
            number: value["n"]?.int ?? index + 1, start: start, at: time(value["t"]))
        exchange.phases = phases(value["p"]?.array ?? [], from: exchange.started)
        exchange.connection = value["c"].map { connection($0) }
        exchange.requestHead = value["rq"].map { requestHead($0, of: start) } ?? []
        exchange.bodySent = value["sent"]?.int ?? 0
        exchange.bodyToSend = value["toSend"]?.int
        exchange.interims = (value["i"]?.array ?? []).map { ResponseHead(wireBytes: head($0)) }
        exchange.head = value["h"].map { ResponseHead(wireBytes: head($0)) }
        exchange.bodyReceived = value["rn"]?.int ?? 0
        exchange.trailers = Self.fields(value["tr"])
        exchange.cache = value["cache"]?.array.flatMap(Self.cache)
        exchange.anomalies = (value["odd"]?.array ?? []).compactMap { Anomaly(rawValue: $0.string ?? "") }
        exchange.ended = value["end"].map { time($0) }
        exchange.phasesEnded = value["pend"].map { time($0) } ?? exchange.ended
        exchange.error = error(value["error"])
        addBody(of: value, to: &exchange)
        return exchange
    }

    private func addBody(of value: JSONValue, to exchange: inout ExchangeRecord) {
        if let number = value["b"]?.int, exchange.head != nil {
            guard let bytes = part(number) else { return exchange.dropBody(of: value["size"]?.int ?? 0) }
            // What arrived encoded is kept as people read it.
            if value["decoded"] == nil { exchange.chunks = [bytes] } else { exchange.decodedBody = bytes }
        } else if let size = value["dropped"]?.int {
            exchange.dropBody(of: size)
        }
    }

    /// Reads phases, each with the time from the one before; an earlier version wrote whole names, and times of the task.
    private func phases(_ values: [JSONValue], from started: Instant) -> [ExchangeRecord.PhaseMark] {
        var last = started
        return stride(from: 0, to: values.count - 1, by: 2).compactMap {
            (index) -> ExchangeRecord.PhaseMark? in
            let name = values[index].string ?? ""
            guard let phase = Phase(letter: name) else {
                return Phase(rawValue: name).map {
                    ExchangeRecord.PhaseMark(phase: $0, at: time(values[index + 1]))
                }
            }
            last = last + .nanoseconds(values[index + 1].int ?? 0)
            return ExchangeRecord.PhaseMark(phase: phase, at: last)
        }
    }

    private func connection(_ value: JSONValue) -> ConnectionRecord {
        func place(_ value: JSONValue?) -> (address: String, port: Int) {
            (value?[0]?.string ?? "", value?[1]?.int ?? 0)
        }
        var connection = ConnectionRecord(
            id: value["id"]?.int ?? 0, isReused: value["reused"] != nil, remote: place(value["to"]),
            local: place(value["by"]))
        connection.proxy = value["proxy"]?.string
        guard let agreed = value["tls"] else { return connection }
        var tls = ConnectionRecord.TLS(
            version: agreed[0]?.string ?? "", cipher: agreed[1]?.string ?? "")
        tls.applicationProtocol = value["alpn"]?.string
        tls.isVerified = value["unverified"] == nil
        if let number = value["certs"]?.int, let bytes = part(number),
            let all = try? JSONValue(parsing: bytes)
        {
            tls.certificates = (all.array ?? []).map(Self.certificate)
        }
        connection.tls = tls
        return connection
    }

    private static func certificate(_ value: JSONValue) -> ConnectionRecord.Certificate {
        func date(_ index: Int) -> Date? { value[index]?.double.map { Date(timeIntervalSince1970: $0) } }
        return ConnectionRecord.Certificate(
            subject: value[0]?.string ?? "", issuer: value[1]?.string ?? "",
            names: (value[2]?.array ?? []).compactMap(\.string), validity: (date(3), date(4)),
            fingerprint: value[5]?.string)
    }

    private static func cache(_ words: [JSONValue]) -> CacheUse? {
        let age = words.count > 1 ? words[1].int ?? 0 : 0
        return switch words.first?.string {
        case "hit": .hit(age: age)
        case "stale": .stale(age: age)
        case "revalidated": .revalidated
        case "stored": .stored
        case "missing": .missing
        case "notStored": CacheRefusal(rawValue: words.last?.string ?? "").map { .notStored($0) }
        default: nil
        }
    }

    // MARK: Values

    private func time(_ value: JSONValue?) -> Instant { created + .nanoseconds(value?.int ?? 0) }

    private static func fields(_ value: JSONValue?) -> Headers {
        Headers(
            (value?.array ?? []).map { Headers.Field($0[0]?.string ?? "", $0[1]?.string ?? "") })
    }

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

    private func error(_ value: JSONValue?) -> ClientError? {
        guard let value, let kind = ClientError.Kind(rawValue: value["k"]?.string ?? "") else { return nil }
        var error = ClientError(
            kind, Phase(rawValue: value["p"]?.string ?? "") ?? .queue, value["m"]?.string ?? "",
            hint: value["hint"]?.string)
        error.code = value["code"]?.int
        error.text = value["text"]?.string
        error.elapsed = value["t"]?.int.map { .nanoseconds($0) }
        error.bytesReceived = value["got"]?.int ?? 0
        return error
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

extension RequestURL {
    /// Takes a kept URL apart; where a placeholder stands for a secret, no parser would take it.
    init?(kept text: String) {
        guard let (scheme, rest) = text.cut(at: ":"), rest.hasPrefix("//") else { return nil }
        let behind = rest.dropFirst(2)
        let authority = behind.prefix(before: "/", "?", "#")
        let host = authority.unicodeScalars.lastIndex(of: "@").map {
            authority[authority.unicodeScalars.index(after: $0)...]
        }
        let server = host ?? authority
        let colon = server.unicodeScalars.lastIndex(of: ":")
        let port = colon.flatMap { Int(server[server.unicodeScalars.index(after: $0)...]) }
        let target = behind[authority.endIndex...].prefix(before: "#")
        let path = target.prefix(before: "?")
        self.init(
            text: text, scheme: String(scheme),
            host: port == nil ? String(server) : String(server[..<(colon ?? server.endIndex)]),
            port: port ?? (scheme == "https" ? 443 : 80), path: path.isEmpty ? "/" : String(path),
            query: target.cut(at: "?").map { String($0.tail) })
    }
}
