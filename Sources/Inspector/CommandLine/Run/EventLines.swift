import ClientEngine
import ClientEngineRecording
import EngineJSON

/// Makes the lines of `--json` from events and the records they add up to.
///
/// Nothing is interpreted here: states and outcomes are the record's, phases and numbers the event's. Only progress
/// is thinned out, to ten lines a second for each task.
package struct EventLines {
    private struct Progress: Equatable {
        var sent = 0
        var received = 0
    }

    private let start: Instant
    private var text: EventText
    private var shown: [TaskID: (progress: Progress, at: Instant)] = [:]

    /// Counts `tMs` from `start`.
    package init(start: Instant, text: EventText) {
        self.start = start
        self.text = text
    }

    /// Returns the lines for an event that has been applied to the record, whose state was `previous` before.
    package mutating func lines(for event: Event, in record: TaskRecord, after previous: TaskState?)
        -> [JSONValue]
    {
        var lines: [JSONValue] = []
        if let progress = progressLine(for: event, in: record) { lines.append(progress) }
        let own = ownLine(for: event, in: record)
        let state: JSONValue? = record.state == previous ? .none : stateLine(for: event, state: record.state)
        if case .taskEnded = event.kind {
            lines += [state, own].compactMap(\.self)
            shown[event.task] = nil
        } else {
            lines += [own, state].compactMap(\.self)
        }
        return lines
    }

    private func line(_ name: String, _ event: Event, _ fields: JSONObject) -> JSONValue {
        var line: JSONObject = [
            "event": .string(name), "task": JSONValue(event.task), "tMs": .milliseconds(event.at - start),
        ]
        // Each event says what it is about, and not which part of that happened to be under way.
        let isAboutTask = ["task.created", "task.ended", "assertion"].contains(name)
        if event.attempt > 0, !isAboutTask { line["attempt"] = JSONValue(event.attempt) }
        if event.exchange > 0, name.hasPrefix("exchange.") { line["exchange"] = JSONValue(event.exchange) }
        line.members += fields.members
        return .object(line)
    }

    private mutating func ownLine(for event: Event, in record: TaskRecord) -> JSONValue? {
        // The fields first: `line` with them as an argument would copy all that is known of secrets.
        guard let (name, fields) = ownFields(of: event, in: record) else { return nil }
        return line(name, event, fields)
    }

    private mutating func ownFields(
        of event: Event, in record: TaskRecord
    ) -> (name: String, fields: JSONObject)? {
        let exchange = record.lastExchange
        switch event.kind {
        case .taskCreated(let origin):
            var fields = text.fields(of: origin)
            fields["version"] = JSONValue(JSONLines.version)
            return ("task.created", fields)
        case .attemptStarted(let reason, let waited):
            return ("attempt.started", text.attemptStart(reason: reason, waited: waited))
        case .exchangeStarted(let start): return ("exchange.started", text.fields(of: start))
        case .phase(let phase):
            return ("exchange.phase", ["phase": .string(phase.rawValue)])
        case .head(let head):
            return ("exchange.head", text.fields(of: head, handedOn: record.changes(in: head)))
        case .anomaly(let anomaly):
            let fields: JSONObject = [
                "anomaly": .string(anomaly.rawValue), "text": .string(anomaly.description),
            ]
            return ("exchange.anomaly", fields)
        case .exchangeEnded: return exchange.map { ("exchange.ended", text.end(of: $0)) }
        case .attemptEnded(let outcome, let retry):
            let status = exchange?.head?.status
            if case .unmet? = retry?.reason { text.redaction.learn(record) }
            return ("attempt.ended", text.attemptEnd(outcome, status: status, retry: retry))
        case .taskEnded: return ("task.ended", text.end(of: record, at: event.at))
        case .annotated(let annotation):
            guard let finding = TestResult(annotation) else { return nil }
            // A finding may quote the body, which no other line does.
            if record.testResults.count == 1 { text.redaction.learn(record) }
            return text.fields(of: finding).map { ("assertion", $0) }
        case .requestHead(let bytes):
            // It makes no line, but what was sent holds secrets that may come back.
            text.redaction.learn(requestHead: bytes)
            return nil
        case .connected, .sent, .interim, .received, .delivered, .cache, .processing, .missed,
            .transcript, .programLeft:
            return nil
        }
    }

    private func stateLine(for event: Event, state: TaskState) -> JSONValue {
        var fields: JSONObject = ["state": .string(state.name.rawValue)]
        switch state {
        case .running(let phase): fields["phase"] = .string(phase.rawValue)
        case .failed(let error): fields["phase"] = .string(error.phase.rawValue)
        case .queued, .waiting, .processing, .succeeded, .cancelled: break
        }
        return line("task.state", event, fields)
    }

    /// A line when bytes moved and the last one is long enough ago, or the exchange ends.
    private mutating func progressLine(for event: Event, in record: TaskRecord) -> JSONValue? {
        guard let exchange = record.lastExchange else { return nil }
        let isEnd: Bool
        switch event.kind {
        case .exchangeStarted:
            shown[event.task] = (Progress(), event.at)
            return nil
        case .sent, .received, .delivered: isEnd = false
        case .exchangeEnded: isEnd = true
        default: return nil
        }
        let progress = Progress(sent: exchange.bodySent, received: exchange.bodyReceived)
        let last = shown[event.task] ?? (Progress(), event.at)
        guard progress != last.progress, isEnd || event.at - last.at >= .milliseconds(100) else { return nil }
        shown[event.task] = (progress, event.at)
        return line("exchange.progress", event, text.progress(of: exchange))
    }
}
