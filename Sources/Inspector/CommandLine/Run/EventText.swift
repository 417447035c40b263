import ClientEngine
import ClientEngineRecording
import EngineJSON
import RequestFormats

/// Writes the parts of events as JSON objects, secrets redacted.
package struct EventText {
    var redaction: Redaction

    package init(redaction: Redaction) { self.redaction = redaction }

    mutating func fields(of origin: TaskOrigin) -> JSONObject {
        redaction.learn(origin)
        var fields: JSONObject = [
            "method": .string(origin.request.method.rawValue),
            "url": .string(redaction.url(origin.urlText)),
        ]
        fields["name"] = origin.request.name.map { .string(redaction.text($0)) }
        fields["file"] = origin.provenance.file.map(JSONValue.string)
        fields["line"] = origin.provenance.line.map { JSONValue($0) }
        fields["resendOf"] = origin.provenance.resendOf.map { JSONValue($0) }
        // Said before anything is sent, and also of what never comes to a handshake.
        if !origin.verifiesCertificates { fields["verified"] = false }
        fields["source"] = .string(origin.provenance.source.rawValue)
        fields["program"] = origin.provenance.program.map { .string(redaction.text($0.name)) }
        fields["pid"] = origin.provenance.program.map { JSONValue($0.process) }
        return fields
    }

    mutating func attemptStart(reason: RetryReason?, waited: Duration?) -> JSONObject {
        var fields = JSONObject()
        fields["reason"] = reason.map { .string(redaction.text($0.description)) }
        fields["waitedMs"] = waited.map(JSONValue.milliseconds)
        return fields
    }

    mutating func fields(of start: ExchangeStart) -> JSONObject {
        var fields: JSONObject = [
            "method": .string(start.method.rawValue), "url": .string(redaction.url(start.url.text)),
        ]
        fields["reason"] = start.reason.map { .string($0.rawValue) }
        fields["mock"] = start.mock.map { mock in
            var fields: JSONObject = ["id": .string(mock.id), "name": .string(redaction.text(mock.name))]
            fields["server"] = mock.server.map { .string(redaction.text($0)) }
            return .object(fields)
        }
        return fields
    }

    mutating func fields(
        of head: ResponseHead, handedOn changes: [RelayedOrigins.Change] = []
    ) -> JSONObject {
        let headers = redaction.headers(head.headers)
        var fields: JSONObject = [
            "status": JSONValue(head.status.rawValue),
            "reason": .string(redaction.text(head.reason)),
            "httpVersion": .string(head.httpVersion),
            "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
        ]
        if !changes.isEmpty {
            fields["handedOn"] = .array(changes.map { [.string($0.name), .string(redaction.value(of: $0))] })
        }
        return fields
    }

    func progress(of exchange: ExchangeRecord) -> JSONObject {
        var fields: JSONObject = [
            "sent": JSONValue(exchange.bodySent), "received": JSONValue(exchange.bodyReceived),
        ]
        fields["totalToSend"] = exchange.bodyToSend.map { JSONValue($0) }
        fields["totalToReceive"] = exchange.bodyToReceive.map { JSONValue($0) }
        return fields
    }

    /// The connection stands here too: when the exchange starts it is rarely known.
    mutating func end(of exchange: ExchangeRecord) -> JSONObject {
        var fields: JSONObject = ["timings": HARTimings(exchange).json]
        if let connection = exchange.connection {
            fields["connection"] = JSONValue(connection.id)
            fields["reused"] = .bool(connection.isReused)
            let kind = connection.unixSocket == nil ? "remoteAddress" : "unixSocket"
            fields[kind] = .string(connection.remoteAddress)
            fields["unopened"] = connection.unopened.map { .string(redaction.text($0)) }
            fields["proxy"] = connection.proxy.map { .string(redaction.url($0)) }
            fields["tls"] = connection.tls.map { HARSecurity($0).json }
        }
        if !exchange.anomalies.isEmpty {
            fields["anomalies"] = .array(exchange.anomalies.map { .string($0.rawValue) })
        }
        fields["error"] = exchange.error.map { $0.json(&redaction) }
        return fields
    }

    mutating func attemptEnd(_ outcome: AttemptOutcome, status: StatusCode?, retry: RetryPlan?) -> JSONObject
    {
        var fields: JSONObject
        switch outcome {
        case .response(let status): fields = ["outcome": "response", "status": JSONValue(status.rawValue)]
        case .error(let error):
            fields = ["outcome": "error"]
            fields["status"] = status.map { JSONValue($0.rawValue) }
            fields["error"] = error.json(&redaction)
        case .cancelled: fields = ["outcome": "cancelled"]
        }
        if let retry {
            let because = redaction.text("\(retry.reason), \(retry.explanation)")
            fields["retry"] = ["inMs": .milliseconds(retry.delay), "because": .string(because)]
        }
        return fields
    }

    /// Nil for what neither passes nor fails; a result that was not run is neither `true` nor `false`.
    mutating func fields(of finding: TestResult) -> JSONObject? {
        var fields: JSONObject = ["text": .string(redaction.text(finding.text))]
        switch finding.outcome {
        case .passed: fields["passed"] = true
        case .failed(let actual):
            fields["passed"] = false
            fields["actual"] = .string(redaction.text(actual))
        case .notRun(let reason):
            fields["passed"] = .some(.null)
            fields["notRun"] = .string(redaction.text(reason))
        case .noted: return nil
        }
        fields["line"] = finding.line.map { JSONValue($0) }
        return fields
    }

    mutating func end(of record: TaskRecord, at instant: Instant) -> JSONObject {
        var fields: JSONObject = ["state": .string(record.state.name.rawValue)]
        fields["verdict"] = record.verdict.map { .string($0.rawValue) }
        fields["status"] = record.status.map { JSONValue($0.rawValue) }
        fields["attempts"] = JSONValue(record.attempts.count)
        if case .failed(let error) = record.state { fields["error"] = error.json(&redaction) }
        fields["bodyBytes"] = JSONValue(record.lastExchange?.bodyReceived ?? 0)
        fields["programLeftAfter"] = record.programLeftAfter.map { JSONValue($0) }
        fields["elapsedMs"] = .milliseconds(record.elapsed(now: instant))
        return fields
    }
}
