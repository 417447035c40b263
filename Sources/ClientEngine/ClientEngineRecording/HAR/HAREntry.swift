import ClientEngine
import EngineJSON
import FoundationEssentials

/// The data of an entry: an exchange, or a task without exchanges.
struct HAREntry {
    let record: TaskRecord
    var attempt: AttemptRecord?
    var exchange: ExchangeRecord?
    /// The positions of secrets in the body of the response.
    var secrets: NamedSecrets?

    func object(_ redaction: inout Redaction, _ tally: inout SecretTally) -> JSONObject {
        let timings = exchange.map(HARTimings.init)
        // The request and the response come first, because they find secrets by name. The text of the error may repeat
        // them.
        let request = HARRequest(record: record, exchange: exchange).object(&redaction, &tally)
        let response = HARResponse(exchange: exchange, secrets: secrets).object(&redaction, &tally)
        let before = redaction.count
        defer { tally.others += redaction.count - before }
        var object: JSONObject = [
            "startedDateTime": .string(HARWriter.timestamp(started)),
            "time": .milliseconds(timings?.total ?? elapsed),
            "request": .object(request),
            "response": .object(response),
            "cache": [:],
            "timings": timings?.json ?? Self.noTimings,
        ]
        if let connection = exchange?.connection {
            if connection.unixSocket == nil { object["serverIPAddress"] = .string(connection.remoteAddress) }
            object["connection"] = .string(String(connection.id))
            object["_unopened"] = connection.unopened.map { .string(redaction.text($0)) }
            object["_proxy"] = connection.proxy.map { .string(redaction.url($0)) }
            object["_tls"] = connection.tls.map { HARSecurity($0).json(&redaction) }
        }
        if let messages = exchange?.webSocketEvents, !messages.isEmpty {
            object["_resourceType"] = "websocket"
            object["_webSocketMessages"] = tally.count(in: \.bodies, &redaction) {
                HARMessages.json(of: messages, &$0)
            }
        }
        if record.isUnverified { object["_verified"] = false }
        if let anomalies = exchange?.anomalies, !anomalies.isEmpty {
            object["comment"] = .string(anomalies.map(\.description).joined(separator: "; "))
            object["_anomalies"] = .array(anomalies.map { .string($0.rawValue) })
        }
        addStory(to: &object, &redaction)
        if let error = exchange?.error ?? attempt?.error ?? (exchange == nil ? record.error : nil) {
            object["_error"] = error.json(&redaction)
        }
        return object
    }

    private static let noTimings: JSONValue = [
        "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 0, "receive": 0,
    ]

    private var started: Date {
        record.origin.date.addingTimeInterval(
            ((exchange?.started ?? record.created) - record.created).seconds)
    }

    private var elapsed: Double {
        record.ended.map { ($0 - record.created).milliseconds } ?? 0
    }

    /// Adds the fields that HAR does not define.
    private func addStory(to object: inout JSONObject, _ redaction: inout Redaction) {
        object["_task"] = JSONValue(record.id)
        object["_attempt"] = JSONValue(attempt?.number ?? 1)
        object["_hop"] = JSONValue(exchange?.number ?? 1)
        object["_attempts"] = JSONValue(record.attempts.count)
        object["_state"] = .string(record.state.name.rawValue)
        object["_verdict"] = record.verdict.map { .string($0.rawValue) }
        object["_source"] = .string(record.origin.provenance.source.rawValue)
        object["_program"] = record.origin.provenance.program.map { .string(redaction.text($0.name)) }
        object["_pid"] = record.origin.provenance.program.map { JSONValue($0.process) }
        object["_resendOf"] = record.origin.provenance.resendOf.map { JSONValue($0) }
        let socket = record.origin.request.unixSocket ?? exchange?.connection?.unixSocket
        object["_unixSocket"] = socket.map { .string(redaction.text($0)) }
        object["_reason"] = exchange?.start.reason.map { .string($0.rawValue) }
        object["_retryReason"] = attempt?.reason.map { .string(redaction.text($0.description)) }
        object["_backoffMs"] = attempt?.waited.map { .milliseconds($0.milliseconds) }
        object["_queueMs"] = exchange?.timings[.queue].map { .milliseconds($0.milliseconds) }
        let changes = exchange?.head.map { record.changes(in: $0) } ?? []
        if !changes.isEmpty {
            object["_handedOn"] = .array(
                changes.map { ["name": .string($0.name), "value": .string(redaction.value(of: $0))] })
        }
        if record.isRequestEdited { object["_editedRequest"] = true }
        object["_programLeftAfter"] = record.programLeftAfter.map { JSONValue($0) }
        object["_editedAnswer"] = record.editedAnswer.map { answer in
            [
                "status": JSONValue(answer.head.status.rawValue),
                "headers": .array(
                    redaction.headers(answer.head.headers).map {
                        ["name": .string($0.name), "value": .string($0.value)]
                    }), "bodySize": JSONValue(answer.body.count),
            ]
        }
        object["_mock"] = exchange?.start.mock.map {
            var mock: JSONObject = ["id": .string($0.id), "name": .string(redaction.text($0.name))]
            mock["server"] = $0.server.map { .string(redaction.text($0)) }
            return .object(mock)
        }
    }
}

extension ClientError {
    /// Returns the error as HAR's `_error` and `--json` contain it: the kind, the phase, the code and the message of
    /// libcurl, and the message for people, with secrets redacted.
    public func json(_ redaction: inout Redaction) -> JSONValue {
        [
            "kind": .string(kind.rawValue), "phase": .string(phase.rawValue),
            "code": curlCode.map { JSONValue($0) } ?? .null,
            "text": .string(redaction.text(curlMessage ?? message)),
            "message": .string(redaction.text(message)),
        ]
    }
}
