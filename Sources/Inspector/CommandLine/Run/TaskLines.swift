import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues
import RequestFormats

/// The lines of a task that is over, for people.
///
///     ✓ Log in POST 200         44ms  287 B  https://example.test/login
///     ✗ Report GET  503        1.05s   37 B  https://example.test/report
///       ├ 1 503 Service Unavailable    12ms  then waited 1.02s  Retry-After: 1
///       └ 2 503 Service Unavailable    11ms
///         ✗ status == 200: status is 503
///
/// They are as wide as the terminal; where nobody knows a width, nothing is cut and nothing wrapped.
struct TaskLines {
    /// The widths of the columns that depend on the requests.
    struct Layout {
        var method: Int
        var name: Int
        /// The width of the terminal, where there is one.
        var columns: Int?

        /// The column at which a status begins.
        var status: Int { 4 + name + method }
        /// The columns at which the time and the size end.
        var elapsed: Int { status + 16 }
        var size: Int { elapsed + 7 }

        /// Makes room for the widest method and name, as far as the line fits so many columns.
        init(methods: [String], names: [String], columns: Int?) {
            method = methods.map { DisplayText.width(untrusted: $0) }.max() ?? 0
            let widest = names.map { DisplayText.width(untrusted: $0) }.max() ?? 0
            name = min(widest, max(12, (columns ?? .max) - 27 - method))
            self.columns = columns
        }
    }

    let layout: Layout
    let glyphs: Glyphs
    /// Shows the exchanges of each task, too.
    var trace: ExchangeTrace?
    private var redaction: Redaction

    init(layout: Layout, glyphs: Glyphs, redaction: Redaction) {
        self.layout = layout
        self.glyphs = glyphs
        self.redaction = redaction
    }

    /// The name of a request, or else its URL.
    static func name(of request: Request, url: String? = nil, _ redaction: inout Redaction) -> String {
        request.name.map { redaction.text($0) } ?? redaction.url(url ?? request.url)
    }

    mutating func learn(captured values: Set<String>) { redaction.learn(values: values) }

    mutating func name(of record: TaskRecord) -> String {
        Self.name(of: record.origin.request, url: record.origin.urlText, &redaction)
    }

    /// The line of a task, those of its attempts, and why it has failed.
    mutating func lines(of record: TaskRecord) -> [StyledText] {
        // A body comes up in what was found about it, and nowhere else in a line.
        if record.hasFailedTests || record.attempts.contains(where: \.isPolled) {
            redaction.learn(record)
        } else {
            redaction.learn(headsOf: record)
        }
        var head = head(of: record)
        var tags = tags(of: record)
        while let tag = tags.first, fits(tag.width + 2, behind: head) {
            head.append("  ")
            head.append(tag)
            tags.removeFirst()
        }
        if tags.isEmpty, let url = url(of: record, room: room(behind: head)) { head.append(url) }
        var lines = [head]
        lines += attempts(of: record)
        for tag in tags { lines += wrapped(tag.string, tag.runs[0].style) }
        lines += reasons(of: record)
        if let trace { lines += trace.lines(of: record, &redaction) }
        return lines
    }

    // MARK: The line

    private mutating func head(of record: TaskRecord) -> StyledText {
        let method = record.origin.request.method.rawValue
        let name = DisplayText(untrusted: name(of: record))
        let elapsed = record.elapsed(now: record.ended ?? record.created).shortText
        let size = record.lastExchange.flatMap { $0.head == nil ? nil : $0.bodyReceived.byteText }
        var line = StyledText()
        line.reserveCapacity(columns: layout.size, runs: 8)
        line.append(record.glyph(glyphs))
        line.pad(to: 2)
        line.append(name.truncated(to: layout.name, ellipsis: glyphs.ellipsis))
        line.pad(to: 3 + layout.name)
        line.append(untrusted: method, .method(method))
        line.pad(to: layout.status)
        line.append(record.statusText)
        line.append(untrusted: elapsed, endingAt: layout.elapsed)
        line.append(untrusted: size ?? glyphs.none.string, .muted, endingAt: layout.size)
        return line
    }

    /// The words for a mark in the line.
    private mutating func tags(of record: TaskRecord) -> [StyledText] {
        var tags: [StyledText] = []
        if let mock = record.mock {
            tags.append(StyledText("mock: \(untrusted: redaction.text(mock.text))", .mock))
        }
        if record.isUnverified { tags.append(StyledText("certificate not checked (-k)", .warn)) }
        return tags
    }

    /// The URL behind the line of a request that has a name.
    private mutating func url(of record: TaskRecord, room: Int) -> StyledText? {
        guard record.origin.request.name != nil, room >= 20 else { return nil }
        let url = redaction.url(record.origin.urlText)
        let text = DisplayText(untrusted: url).truncated(to: room - 2, ellipsis: glyphs.ellipsis)
        return StyledText("  ") + StyledText(text, .muted)
    }

    private func room(behind line: StyledText) -> Int { (layout.columns ?? .max) - line.width }

    private func fits(_ width: Int, behind line: StyledText) -> Bool { width <= room(behind: line) }

    // MARK: Below it

    private mutating func attempts(of record: TaskRecord) -> [StyledText] {
        guard record.isTriedAgain else { return [] }
        let shown = record.shownAttempts
        let parts = (shown.first + shown.last).map {
            (attempt: $0, outcome: outcome(of: $0), after: after($0, of: record))
        }
        let widest = parts.map(\.outcome.width).max() ?? 0
        // What was waited and why counts more than the words of a status.
        let rest = parts.map(\.after.width).max() ?? 0
        let width = layout.columns.map { min(widest, max(11, $0 - 14 - rest)) } ?? widest
        var lines: [StyledText] = []
        for (attempt, outcome, after) in parts {
            if shown.left > 0, attempt.number == shown.last.first?.number {
                lines.append(
                    StyledText("  \(glyphs.ellipsis) \(shown.left) more attempts \(glyphs.ellipsis)", .muted))
            }
            let isLast = attempt.number == record.lastAttempt?.number
            var line = StyledText("  ") + StyledText(isLast ? glyphs.lastBranch : glyphs.branch, .border)
            line.append(" \(attempt.number) ", .muted)
            line.append(outcome.truncated(to: width, ellipsis: glyphs.ellipsis).padded(to: width))
            let elapsed = attempt.elapsed(now: attempt.ended ?? record.ended ?? attempt.started).shortText
            line.append(DisplayText(untrusted: elapsed).padded(to: 8, alignment: .right))
            line.append(after)
            lines.append(layout.columns.map { line.truncated(to: $0, ellipsis: glyphs.ellipsis) } ?? line)
        }
        return lines
    }

    private mutating func outcome(of attempt: AttemptRecord) -> StyledText {
        switch attempt.outcome {
        case .response(let status):
            let reason = redaction.text(attempt.exchanges.last?.head?.reason ?? "")
            return StyledText(
                "\(status)\(untrusted: reason.isEmpty ? "" : " " + reason)", Style.status(status))
        case .error(let error):
            return StyledText("\(untrusted: error.label): \(untrusted: redaction.text(error.message))", .bad)
        case .cancelled, nil: return StyledText("cancelled", .muted)
        }
    }

    /// The wait behind an attempt, and the reason for its length.
    private mutating func after(_ attempt: AttemptRecord, of record: TaskRecord) -> StyledText {
        guard let plan = attempt.retry else { return StyledText() }
        var text = StyledText("  ")
        let waited = (record.wait(after: attempt, now: record.ended ?? plan.until) ?? plan.delay).shortText
        if record.attempts.contains(where: { $0.number > attempt.number }) {
            text.append("then waited \(untrusted: waited)")
        } else {
            text.append(record.state == .cancelled ? "cancelled" : "given up")
            text.append(" after \(untrusted: waited)")
        }
        if let cause = plan.cause { text.append("  \(untrusted: redaction.text(cause))", .muted) }
        return text
    }

    private mutating func reasons(of record: TaskRecord) -> [StyledText] {
        var lines: [StyledText] = []
        if case .failed(let error) = record.state {
            lines += wrapped("\(error.label): \(error.message)", .bad)
        }
        for reason in record.attempts.flatMap(\.repetitions).compactMap(\.start.reason) {
            lines += wrapped("\(reason.repetitionTitle): \(reason.description)", .warn)
        }
        if let interruption = record.interruption {
            lines += wrapped("cancelled while \(interruption)", .muted)
        }
        for anomaly in record.lastExchange?.anomalies ?? [] { lines += wrapped(anomaly.description, .warn) }
        for finding in record.testResults {
            guard case .failed(let actual) = finding.outcome else { continue }
            let mark = StyledText(glyphs.failed + " ", .bad.bold)
            lines += wrapped("\(finding.text): \(actual)", .plain, behind: mark)
        }
        return lines
    }

    /// Breaks a sentence between words, below the name of its task; what follows its first line begins where that does.
    private mutating func wrapped(
        _ sentence: String, _ style: Style, behind mark: StyledText = StyledText()
    ) -> [StyledText] {
        let sentence = redaction.text(sentence)
        let indent = 4 + mark.width
        let lines =
            layout.columns.map { DisplayText.words(of: sentence, wrappedTo: max(10, $0 - indent)) }
            ?? [DisplayText(untrusted: sentence)]
        return lines.enumerated().map { index, line in
            let start = index == 0 ? StyledText(.blanks(4)) + mark : StyledText(.blanks(indent))
            return start + StyledText(line, style)
        }
    }
}
