import ClientEngine
import JSON

/// Makes the lines of `--json` from events and the records they add up to.
///
/// Nothing is interpreted here: states and outcomes are the record's, phases and numbers the event's. Only progress
/// is thinned out, to ten lines a second for each task.
struct EventLines {
    private struct Progress: Equatable {
        var sent = 0
        var received = 0
    }

    private let start: Instant
    private var text: EventText
    private var shown: [TaskID: (progress: Progress, at: Instant)] = [:]

    /// Counts `tMs` from `start`.
    init(start: Instant, text: EventText) {
        self.start = start
        self.text = text
    }

    /// The lines for an event that has been applied to the record, whose state was `previous` before.
    mutating func lines(for event: Event, in record: TaskRecord, after previous: TaskState?) -> [JSONValue] {
        var lines: [JSONValue] = []
        if let progress = progressLine(for: event, in: record) { lines.append(progress) }
        let own = ownLine(for: event, in: record)
        let state: JSONValue? = record.state == previous ? .none : stateLine(for: event, state: record.state)
        if case .ended = event.what {
            lines += [state, own].compactMap(\.self)
            shown[event.task] = nil
        } else {
            lines += [own, state].compactMap(\.self)
        }
        return lines
    }

    private func line(_ name: String, _ event: Event, _ fields: [JSONObject.Member]) -> JSONValue {
        var members: [JSONObject.Member] = [
            .init(name: "event", value: .string(name)),
            .init(name: "task", value: .int(event.task)),
            .init(name: "tMs", value: .milliseconds(event.at - start)),
        ]
        // Each event says what it is about, and not which part of that happened to be under way.
        let isAboutTask = ["task.created", "task.ended", "assertion"].contains(name)
        if event.attempt > 0, !isAboutTask {
            members.append(.init(name: "attempt", value: .int(event.attempt)))
        }
        if event.exchange > 0, name.hasPrefix("exchange.") {
            members.append(.init(name: "exchange", value: .int(event.exchange)))
        }
        return .object(JSONObject(members + fields))
    }

    private mutating func ownLine(for event: Event, in record: TaskRecord) -> JSONValue? {
        let exchange = record.lastExchange
        return switch event.what {
        case .created(let origin): line("task.created", event, text.fields(of: origin))
        case .attemptStarted(let reason, let waited):
            line("attempt.started", event, text.attemptStart(reason: reason, waited: waited))
        case .exchangeStarted(let start): line("exchange.started", event, text.fields(of: start))
        case .phase(let phase):
            line("exchange.phase", event, [.init(name: "phase", value: .string(phase.rawValue))])
        case .head(let head): line("exchange.head", event, text.fields(of: head))
        case .anomaly(let anomaly): line("exchange.anomaly", event, text.fields(of: anomaly))
        case .exchangeEnded: exchange.map { line("exchange.ended", event, text.end(of: $0)) }
        case .attemptEnded(let outcome, let retry):
            line(
                "attempt.ended", event, text.attemptEnd(outcome, status: exchange?.head?.status, retry: retry)
            )
        case .ended: line("task.ended", event, text.end(of: record, at: event.at))
        case .found(let finding): assertionLine(for: finding, event, in: record)
        case .requestHead(let bytes): learn(bytes)
        case .connected, .sent, .interim, .received, .delivered, .cache, .processing, .missed: nil
        }
    }

    /// A request's head makes no line, but what was sent holds secrets that may come back.
    private mutating func learn(_ requestHead: [UInt8]) -> JSONValue? {
        text.redaction.learn(requestHead: requestHead)
        return nil
    }

    /// What neither passes nor fails has no line.
    private mutating func assertionLine(
        for finding: Finding, _ event: Event, in record: TaskRecord
    ) -> JSONValue? {
        // A finding may quote the body, which no other line does.
        if record.findings.count == 1 { text.redaction.learn(record) }
        guard let fields = text.fields(of: finding) else { return .none }
        return line("assertion", event, fields)
    }

    private func stateLine(for event: Event, state: TaskState) -> JSONValue {
        var fields: [JSONObject.Member] = [.init(name: "state", value: .string(state.name.rawValue))]
        switch state {
        case .running(let phase): fields.append(.init(name: "phase", value: .string(phase.rawValue)))
        case .failed(let error): fields.append(.init(name: "phase", value: .string(error.phase.rawValue)))
        case .queued, .waiting, .processing, .succeeded, .cancelled: break
        }
        return line("task.state", event, fields)
    }

    /// A line when bytes moved and the last one is long enough ago, or the exchange ends.
    private mutating func progressLine(for event: Event, in record: TaskRecord) -> JSONValue? {
        guard let exchange = record.lastExchange else { return nil }
        let isEnd: Bool
        switch event.what {
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
