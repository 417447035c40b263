import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorValues
import RequestFormats

/// A task as text for a ticket: what was asked, what came, and how long it took, without secrets.
///
/// ```
/// GET https://api.example.com/orders
/// 503 Service Unavailable, 2.31 s, 3 attempts, 2026-01-31T10:02:11.000Z
///
/// Attempts
///   1  503 Service Unavailable, 312 ms, then waited 200 ms
/// Times
///   wait 298 ms, receive 2.0 ms
/// Request …
/// Response …
/// ```
struct TicketText {
    let text: String
    /// The number of secrets that were replaced.
    let secrets: Int

    /// Of a body no more than so many bytes stand in it.
    private static let mostOfBody = 4_000

    init(_ task: TaskRecord, _ exchange: ExchangeRecord?, _ redaction: Redaction) {
        var redaction = redaction
        redaction.learn(task)
        let before = redaction.count
        var lines = Self.outcome(of: task, &redaction)
        if task.attempts.count > 1 { lines += ["", "Attempts"] + Self.attempts(of: task, &redaction) }
        if let exchange { lines += Self.times(of: exchange) }
        lines += ["", "Request"] + Self.request(of: task, exchange, &redaction)
        if let exchange, let head = exchange.head {
            lines += ["", "Response"] + Self.response(of: exchange, head, &redaction)
        }
        text = lines.joined(separator: "\n") + "\n"
        secrets = redaction.count - before
    }

    private static func outcome(of task: TaskRecord, _ redaction: inout Redaction) -> [String] {
        let url = redaction.url(task.origin.urlText)
        var facts = [result(of: task, &redaction)]
        if let duration = task.duration { facts.append(duration.shortText) }
        if task.attempts.count > 1 { facts.append(task.attempts.count.of("attempt")) }
        facts.append(HARWriter.timestamp(task.origin.date))
        return ["\(task.origin.request.method.rawValue) \(url)", facts.joined(separator: ", ")]
    }

    private static func result(of task: TaskRecord, _ redaction: inout Redaction) -> String {
        if task.state == .cancelled { return task.cancelledText }
        if let error = task.error { return "\(error.label): \(redaction.text(error.message))" }
        return task.lastAnswered?.head.map { status($0, &redaction) } ?? task.state.name.rawValue
    }

    private static func status(_ head: ResponseHead, _ redaction: inout Redaction) -> String {
        head.reason.isEmpty ? "\(head.status)" : "\(head.status) \(redaction.text(head.reason))"
    }

    private static func attempts(of task: TaskRecord, _ redaction: inout Redaction) -> [String] {
        task.attempts.map { attempt in
            var facts: [String] = []
            switch attempt.outcome {
            case .response:
                facts += attempt.exchanges.last?.head.map { [status($0, &redaction)] } ?? []
            case .error(let error): facts.append("\(error.label): \(redaction.text(error.message))")
            case .cancelled: facts.append(task.cancelledText)
            case nil: facts.append("live")
            }
            if let ended = attempt.ended { facts.append((ended - attempt.started).shortText) }
            if let plan = attempt.retry {
                let cause = plan.cause.map { " (\(redaction.text($0)))" } ?? ""
                let waited = task.wait(after: attempt, now: plan.until) ?? plan.delay
                facts.append("then waited \(waited.sentence)\(cause)")
            }
            return "  \(attempt.number)  " + facts.joined(separator: ", ")
        }
    }

    private static func times(of exchange: ExchangeRecord) -> [String] {
        let timings = exchange.timings
        let times = Phase.allCases.compactMap { phase in
            timings[phase].map { "\(phase.rawValue) \($0.shortText)" }
        }
        return times.isEmpty ? [] : ["", "Times", "  " + times.joined(separator: ", ")]
    }

    // MARK: Messages

    private static func request(
        of task: TaskRecord, _ exchange: ExchangeRecord?, _ redaction: inout Redaction
    ) -> [String] {
        let sent = SentHead(exchange?.requestHead ?? [])
        let headers = redaction.headers(sent?.headers ?? task.origin.request.headers)
        let body = exchange?.start.body ?? task.origin.request.body
        let type = headers["Content-Type"] ?? body.contentType
        return fields(headers) + lines(of: body.bytes ?? [], type, size: body.bytes?.count ?? 0, &redaction)
    }

    private static func response(
        of exchange: ExchangeRecord, _ head: ResponseHead, _ redaction: inout Redaction
    ) -> [String] {
        ["  \(status(head, &redaction))"] + fields(redaction.headers(head.headers))
            + lines(of: exchange.body, head.headers["Content-Type"], size: exchange.bodySize, &redaction)
    }

    private static func fields(_ headers: Headers) -> [String] {
        headers.map { "  \($0.name): \($0.value)" }
    }

    private static func lines(
        of body: [UInt8], _ type: String?, size: Int, _ redaction: inout Redaction
    ) -> [String] {
        guard size > 0 else { return [] }
        let shown = redaction.body(body, contentType: type)
        let part = String(decoding: shown.prefix(mostOfBody), as: UTF8.self)
        guard !body.isEmpty, !shown.contains(0), String(validating: shown, as: UTF8.self) != nil else {
            return ["", "  \(size.byteText) of \(type ?? "an unknown type")"]
        }
        var lines = [""] + part.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
        if shown.count > mostOfBody { lines.append("  and \((shown.count - mostOfBody).byteText) more") }
        return lines
    }
}
