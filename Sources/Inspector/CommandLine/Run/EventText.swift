import ClientEngine
import EngineJSON
import RequestFormats

/// Writes the parts of events as members of JSON objects, secrets redacted.
struct EventText {
    typealias Member = JSONObject.Member

    /// Hides secrets, the same value always behind the same number.
    var redaction: Redaction

    mutating func fields(of origin: TaskOrigin) -> [Member] {
        redaction.learn(origin)
        var members = [
            Member(name: "method", value: .string(origin.request.method.rawValue)),
            Member(name: "url", value: .string(redaction.url(origin.url?.text ?? origin.request.url))),
        ]
        if let name = origin.request.name {
            members.append(Member(name: "name", value: .string(redaction.text(name))))
        }
        if let file = origin.provenance.file { members.append(Member(name: "file", value: .string(file))) }
        if let line = origin.provenance.line { members.append(Member(name: "line", value: .int(line))) }
        if let parent = origin.provenance.resendOf {
            members.append(Member(name: "resendOf", value: .int(parent)))
        }
        // Said before anything is sent, and also of what never comes to a handshake.
        if !origin.verifiesCertificates { members.append(Member(name: "verified", value: false)) }
        return members + [Member(name: "source", value: .string(origin.provenance.source.rawValue))]
    }

    func attemptStart(reason: RetryReason?, waited: Duration?) -> [Member] {
        var members: [Member] = []
        if let reason { members.append(Member(name: "reason", value: .string(reason.description))) }
        if let waited { members.append(Member(name: "waitedMs", value: .milliseconds(waited))) }
        return members
    }

    mutating func fields(of start: ExchangeStart) -> [Member] {
        var members = [
            Member(name: "method", value: .string(start.method.rawValue)),
            Member(name: "url", value: .string(redaction.url(start.url.text))),
        ]
        if let reason = start.reason {
            members.append(Member(name: "reason", value: .string(reason.rawValue)))
        }
        if let mock = start.mock {
            members.append(
                Member(
                    name: "mock", value: ["id": .string(mock.id), "name": .string(redaction.text(mock.name))])
            )
        }
        return members
    }

    mutating func fields(of head: ResponseHead) -> [Member] {
        let headers = redaction.headers(head.headers)
        return [
            Member(name: "status", value: .int(head.status)),
            Member(name: "reason", value: .string(redaction.text(head.reason))),
            Member(name: "httpVersion", value: .string(head.httpVersion)),
            Member(name: "headers", value: .array(headers.map { [.string($0.name), .string($0.value)] })),
        ]
    }

    func fields(of anomaly: Anomaly) -> [Member] {
        [
            Member(name: "anomaly", value: .string(anomaly.rawValue)),
            Member(name: "text", value: .string(anomaly.sentence)),
        ]
    }

    func progress(of exchange: ExchangeRecord) -> [Member] {
        var members = [
            Member(name: "sent", value: .int(exchange.bodySent)),
            Member(name: "received", value: .int(exchange.bodyReceived)),
        ]
        if let total = exchange.bodyToSend { members.append(Member(name: "totalToSend", value: .int(total))) }
        if let total = exchange.bodyToReceive {
            members.append(Member(name: "totalToReceive", value: .int(total)))
        }
        return members
    }

    /// The connection stands here too: when the exchange starts it is rarely known.
    mutating func end(of exchange: ExchangeRecord) -> [Member] {
        var members = [Member(name: "timings", value: HARTimings(exchange).json)]
        if let connection = exchange.connection {
            members.append(Member(name: "connection", value: .int(connection.id)))
            members.append(Member(name: "reused", value: .bool(connection.isReused)))
            members.append(Member(name: "remoteAddress", value: .string(connection.remoteAddress)))
            if let proxy = connection.proxy {
                members.append(Member(name: "proxy", value: .string(redaction.url(proxy))))
            }
            if let tls = connection.tls { members.append(Member(name: "tls", value: HARSecurity(tls).json)) }
        }
        if !exchange.anomalies.isEmpty {
            let names = exchange.anomalies.map { JSONValue.string($0.rawValue) }
            members.append(Member(name: "anomalies", value: .array(names)))
        }
        if let error = exchange.error {
            members.append(Member(name: "error", value: HARError(error).json(&redaction)))
        }
        return members
    }

    mutating func attemptEnd(_ outcome: AttemptOutcome, status: Int?, retry: RetryPlan?) -> [Member] {
        var members: [Member]
        switch outcome {
        case .response(let status):
            members = [
                Member(name: "outcome", value: "response"), Member(name: "status", value: .int(status)),
            ]
        case .error(let error):
            members = [Member(name: "outcome", value: "error")]
            if let status { members.append(Member(name: "status", value: .int(status))) }
            members.append(Member(name: "error", value: HARError(error).json(&redaction)))
        case .cancelled:
            members = [Member(name: "outcome", value: "cancelled")]
        }
        if let retry {
            let because = redaction.text("\(retry.reason), \(retry.explanation)")
            let value: JSONValue = ["inMs": .milliseconds(retry.delay), "because": .string(because)]
            members.append(Member(name: "retry", value: value))
        }
        return members
    }

    /// What neither passes nor fails is no assertion; one that was not run is neither `true` nor `false`.
    mutating func fields(of finding: TestResult) -> [Member]? {
        var members = [Member(name: "text", value: .string(redaction.text(finding.text)))]
        switch finding.outcome {
        case .passed: members.append(Member(name: "passed", value: true))
        case .failed(let actual):
            members.append(Member(name: "passed", value: false))
            members.append(Member(name: "actual", value: .string(redaction.text(actual))))
        case .notRun(let reason):
            members.append(Member(name: "passed", value: .null))
            members.append(Member(name: "notRun", value: .string(redaction.text(reason))))
        case .noted: return nil
        }
        if let line = finding.line { members.append(Member(name: "line", value: .int(line))) }
        return members
    }

    mutating func end(of record: TaskRecord, at instant: Instant) -> [Member] {
        var members = [Member(name: "state", value: .string(record.state.name.rawValue))]
        if let verdict = record.verdict {
            members.append(Member(name: "verdict", value: .string(verdict.rawValue)))
        }
        if let status = record.status { members.append(Member(name: "status", value: .int(status))) }
        members.append(Member(name: "attempts", value: .int(record.attempts.count)))
        if case .failed(let error) = record.state {
            members.append(Member(name: "error", value: HARError(error).json(&redaction)))
        }
        members.append(Member(name: "bodyBytes", value: .int(record.lastExchange?.bodyReceived ?? 0)))
        members.append(Member(name: "elapsedMs", value: .milliseconds(record.elapsed(now: instant))))
        return members
    }
}

extension JSONValue {
    static func int(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
