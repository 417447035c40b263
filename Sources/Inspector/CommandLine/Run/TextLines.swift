import ClientEngine
import InspectorCanvas
import InspectorValues
import RequestFormats

/// Prints a run for people: one aligned line for each task that is over, and on a terminal a line that says what is
/// under way.
struct TextLines: RunOutput {
    struct Layout {
        var method: Int
        var url: Int

        /// Makes room for the widest method and URL, as far as the line fits a terminal of so many columns.
        init(methods: [String], urls: [String], columns: Int?) {
            let method = methods.map { DisplayText(untrusted: $0).width }.max() ?? 0
            let widest = urls.map { DisplayText(untrusted: $0).width }.max() ?? 0
            let room = (columns ?? .max) - 38 - method
            self.method = method
            url = min(widest, max(20, room))
        }
    }

    /// Where lines and progress go; progress is nil where nobody watches.
    struct Sinks {
        var lines: (String) -> Void
        var progress: ((String) -> Void)?
        var columns = 80
    }

    private let layout: Layout
    private let glyphs: Glyphs
    private var redaction: Redaction
    private let sinks: Sinks
    private let count: Int
    private var finished = 0
    private var progress = ""

    init(layout: Layout, count: Int, glyphs: Glyphs, sinks: Sinks, redaction: Redaction) {
        self.layout = layout
        self.count = count
        self.glyphs = glyphs
        self.sinks = sinks
        self.redaction = redaction
    }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        switch event.kind {
        case .ended:
            finished += 1
            hideProgress()
            // A body comes up in what was found about it, and nowhere else in a line.
            if record.hasFailedFindings { redaction.learn(record) } else { redaction.learn(headsOf: record) }
            sinks.lines(line(of: record) + "\n")
        case .checked(let finding):
            guard case .failed(let actual) = finding.outcome else { return }
            hideProgress()
            let text = redaction.text("\(finding.text): \(actual)")
            let line: DisplayText = "    \(glyphs.failed) \(untrusted: text)"
            sinks.lines(spelled(line).string + "\n")
        default: return
        }
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {
        guard let show = sinks.progress, let record = live.first else { return }
        let others = live.count > 1 ? " and \(live.count - 1) more" : ""
        let state = record.progressText(now: now)
        let name =
            "\(record.origin.request.method) \(url(of: record))"
        let text = DisplayText(untrusted: "\(finished)/\(count) \(name)\(others): \(state)")
        let next = spelled(text).truncated(to: sinks.columns - 1, ellipsis: glyphs.ellipsis).string
        guard next != progress else { return }
        show((progress.isEmpty ? "" : Self.clearLine) + next)
        progress = next
    }

    mutating func finish(_ summary: RunSummary) {
        hideProgress()
    }

    private mutating func line(of record: TaskRecord) -> String {
        let request = record.origin.request
        let target = DisplayText(untrusted: url(of: record))
        let status = record.status.map { DisplayText("\($0)") } ?? glyphs.none
        let elapsed = record.elapsed(now: record.ended ?? record.created).shortText
        let bytes =
            record.lastExchange.map { DisplayText(untrusted: $0.bodyReceived.sizeText) } ?? glyphs.none
        var line = DisplayText(untrusted: record.glyph(glyphs).string)
        line += " " + DisplayText(untrusted: request.method.rawValue).padded(to: layout.method)
        line += " " + target.truncated(to: layout.url, ellipsis: glyphs.ellipsis).padded(to: layout.url)
        line += " " + status.padded(to: 3)
        line += " " + tries(of: record).padded(to: 5, alignment: .right)
        line += " " + DisplayText(untrusted: elapsed).padded(to: 7, alignment: .right)
        line += " " + bytes.padded(to: 5, alignment: .right)
        if let mock = record.mock { line += DisplayText(untrusted: "  mock: \(redaction.text(mock.name))") }
        if case .failed(let error) = record.state {
            line += DisplayText(untrusted: "  \(error.label): \(redaction.text(error.message))")
        }
        for exchange in record.attempts.flatMap(\.repetitions) {
            line += DisplayText(
                untrusted: exchange.start.reason.map { "  \($0.repetitionTitle): \($0.sentence)" } ?? "")
        }
        if let interruption = record.interruption {
            line += DisplayText(untrusted: "  cancelled while \(interruption)")
        }
        if record.isUnverified {
            line += "  certificate not checked (-k)"
        }
        for anomaly in record.lastExchange?.anomalies ?? [] {
            line += DisplayText(untrusted: "  \(anomaly.sentence)")
        }
        return spelled(line).string
    }

    private func spelled(_ text: DisplayText) -> DisplayText {
        glyphs == .ascii ? text.spelledInASCII : text
    }

    /// Returns the attempts made, and of how many where more were allowed.
    private func tries(of record: TaskRecord) -> DisplayText {
        let made = DisplayText("\(record.attempts.count)")
        guard let allowed = record.origin.attemptsAllowed else { return made + "/*" }
        return allowed == 1 ? made : made + "/\(allowed)"
    }

    private mutating func url(of record: TaskRecord) -> String {
        redaction.url(record.origin.url?.text ?? record.origin.request.url)
    }

    private mutating func hideProgress() {
        guard !progress.isEmpty else { return }
        sinks.progress?(Self.clearLine)
        progress = ""
    }

    /// Back to the first column, and erase to the end of the line (ECMA-48 EL).
    private static let clearLine = "\r\u{1B}[K"
}
