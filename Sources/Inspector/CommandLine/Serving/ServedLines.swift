import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues

/// Prints one line for each request that a mock server has answered: what was asked, what came of it, who answered, how long it took.
struct ServedLines: RunOutput {
    private let paint: Paint
    /// The width of the terminal; nil where nobody knows one.
    private let columns: Int?
    private let write: (String) -> Void
    /// The lines that are not written yet, in UTF-8.
    private var held: [UInt8] = []
    private var redaction = Redaction(remembering: rememberedSecrets)
    /// The first program that has asked: as long as it is the only one, it need not be named.
    private var first: AskingProgram?
    /// The server that the last request was passed on to, and what a line says of it: mostly it is the same.
    private var lastServer: (url: RequestURL, text: DisplayText)?

    /// Returns what shows the tasks of a server on a stream: lines, or one JSON object per event.
    static func output(
        for stream: StandardStream, isJSON: Bool, since start: Instant, write: @escaping (String) -> Void
    ) -> any RunOutput {
        guard isJSON else { return ServedLines(paint: stream.paint, columns: stream.columns, write: write) }
        // A server may run for days, and every request may bring a new one.
        let redaction = Redaction(remembering: rememberedSecrets)
        let events = EventLines(start: start, text: EventText(redaction: redaction))
        return JSONLines(events, in: stream.charset, write: write)
    }

    /// The number of secrets that a server remembers, so that their placeholders keep their numbers.
    private static let rememberedSecrets = 20_000

    init(paint: Paint, columns: Int? = nil, write: @escaping (String) -> Void) {
        self.paint = paint
        self.columns = columns
        self.write = write
    }

    var showsEvents: Bool { false }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        redaction.learn(headsOf: record)
        paint.append(line(of: record), to: &held)
        held.append(0x0A)
    }

    mutating func flush() {
        guard !held.isEmpty else { return }
        write(String(decoding: held, as: UTF8.self))
        held.removeAll(keepingCapacity: true)
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {}

    mutating func finish(_ summary: RunSummary) {}

    private mutating func line(of record: TaskRecord) -> StyledText {
        let method = record.origin.request.method.rawValue
        let rest = rest(of: record)
        var line = StyledText()
        line.append(DisplayText(untrusted: method), .method(method))
        let target = DisplayText(untrusted: " " + target(of: record))
        guard let columns else {
            line.append(target)
            line.append(rest)
            return line
        }
        // What came of it stands in the line, however long the path is.
        line.append(target.truncated(to: max(9, columns - line.width - rest.width)))
        line.append(rest)
        return line.truncated(to: columns)
    }

    /// Returns the outcome, the answerer and the duration.
    private mutating func rest(of record: TaskRecord) -> StyledText {
        var line = StyledText()
        line.append(Self.arrow, .muted)
        line.append(DisplayText(untrusted: outcome(of: record)), record.status.map { .status($0) } ?? .bad)
        let answerer = Self.gap + answerer(of: record)
        let elapsed =
            Self.gap + DisplayText(untrusted: record.elapsed(now: record.ended ?? record.created).shortText)
        if record.mock == nil {
            line.append(answerer + elapsed, .muted)
        } else {
            line.append(answerer, .mock)
            line.append(elapsed, .muted)
        }
        if let program = record.origin.provenance.program {
            first = first ?? program
            if program != first { line.append("  \(untrusted: program.text)", .muted) }
        }
        if let head = record.lastExchange?.head, let change = record.changes(in: head).first {
            line.append("  \(untrusted: change.name): \(untrusted: redaction.value(of: change))", .muted)
        }
        if record.attempts.count > 1 { line.append("  \(record.attempts.count) attempts", .warn) }
        for exchange in record.attempts.flatMap(\.repetitions) {
            guard let reason = exchange.start.reason else { continue }
            line.append("  \(untrusted: reason.repetitionTitle): \(untrusted: reason.description)", .muted)
        }
        if let left = record.programLeftText { line.append("  \(untrusted: left)", .muted) }
        if record.isUnverified { line.append("  certificate not checked (-k)", .warn) }
        return line
    }

    private static let arrow: DisplayText = " → "
    private static let gap: DisplayText = "  "

    private mutating func target(of record: TaskRecord) -> String {
        if record.isTunnel { return record.pathText.string }
        guard let url = record.origin.url else { return redaction.url(record.origin.request.url) }
        return redaction.url(url.path + (url.query.map { "?" + $0 } ?? ""))
    }

    private mutating func outcome(of record: TaskRecord) -> String {
        switch record.state {
        case .failed(let error): "\(error.label)"
        case .cancelled: record.cancelledText
        default: record.status.map { "\($0)" } ?? "no status"
        }
    }

    private mutating func answerer(of record: TaskRecord) -> DisplayText {
        if record.isTunnel {
            let (sent, received) = (
                record.lastExchange?.bodySent ?? 0, record.lastExchange?.bodyReceived ?? 0
            )
            if let error = record.error { return "\(untrusted: redaction.text(error.message))" }
            let why = record.unopenedReason.map { " (\(redaction.text($0)))" } ?? ""
            return """
                tunnel, not decrypted\(untrusted: why), \(untrusted: sent.byteText) out, \
                \(untrusted: received.byteText) in
                """
        }
        return switch (record.mock, record.origin.provenance.source) {
        case (.unmatched?, _): "no mock"
        case (let mock?, _): "mock: \(untrusted: redaction.text(mock.text))"
        case (nil, .attach): "\(untrusted: record.origin.url?.origin ?? "")"
        case (nil, .opened): "TLS opened, passed on to \(untrusted: record.origin.url?.origin ?? "")"
        case (nil, _): record.origin.url.map { server(at: $0) } ?? "passed on"
        }
    }

    private mutating func server(at url: RequestURL) -> DisplayText {
        if let last = lastServer, last.url.port == url.port, last.url.host == url.host,
            last.url.scheme == url.scheme
        {
            return last.text
        }
        let text: DisplayText = "passed on to \(untrusted: url.origin)"
        lastServer = (url, text)
        return text
    }
}
