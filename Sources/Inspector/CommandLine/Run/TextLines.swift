import ClientEngine
import InspectorCanvas
import InspectorValues
import RequestFormats

/// Prints a run for people: the lines of each task when it is over, what they come to at the end, and on a terminal a line
/// that says what is under way.
struct TextLines: RunOutput {
    /// The destinations of lines and progress, and their looks; progress is nil where nobody watches.
    struct Sinks {
        var lines: (String) -> Void
        var paint = Paint()
        var progress: ((String) -> Void)?
        var columns = 80
    }

    private var tasks: TaskLines
    private let sinks: Sinks
    private let count: Int
    /// Indicates whether tasks stand below the name of their file.
    private let hasHeadings: Bool
    private var file: String?
    private var finished = 0
    private var progress = (text: "", at: Instant?.none)
    /// The lines that are not written yet.
    private var held = ""

    /// Creates an output for so many tasks; each file has a heading where there are several.
    init(_ tasks: TaskLines, count: Int, hasHeadings: Bool = false, sinks: Sinks) {
        self.tasks = tasks
        self.count = count
        self.hasHeadings = hasHeadings
        self.sinks = sinks
    }

    var showsEvents: Bool { false }

    var showsProgress: Bool { sinks.progress != nil }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        guard case .ended = event.kind else { return }
        finished += 1
        hold(heading(of: record) + tasks.lines(of: record))
    }

    mutating func learn(captured values: Set<String>) { tasks.learn(captured: values) }

    mutating func begin(round: Int, of count: Int, title: String) {
        let isFirst = round == 1
        hold((isFirst ? [] : [StyledText()]) + [StyledText("\(untrusted: title)", .title)])
        file = nil
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {
        // Figures that change faster than ten times a second cannot be read.
        guard let show = sinks.progress, let record = live.min(by: { $0.id < $1.id }),
            progress.at.map({ now - $0 >= .milliseconds(100) }) ?? true
        else { return }
        let others = live.count > 1 ? " and \(live.count - 1) more" : ""
        let state = record.progressText(now: now)
        let text = DisplayText(
            untrusted:
                "\(finished)/\(count) \(record.origin.request.method) \(tasks.name(of: record))\(others)")
        // What it does now stands where it can be seen, however long the name is.
        let room = max(12, sinks.columns - 3 - DisplayText(untrusted: state).width)
        let name = text.truncated(to: room, ellipsis: tasks.glyphs.ellipsis)
        let line = StyledText(name) + StyledText(": \(untrusted: state)", .muted)
        let next = sinks.paint(line.truncated(to: sinks.columns - 1, ellipsis: tasks.glyphs.ellipsis))
        guard next != progress.text else { return }
        show((progress.text.isEmpty ? "" : Self.clearLine) + next)
        progress = (next, now)
    }

    mutating func finish(_ summary: RunSummary) {
        hold([summary.line])
        flush()
    }

    private mutating func heading(of record: TaskRecord) -> [StyledText] {
        guard hasHeadings, let path = record.origin.provenance.file, path != file else { return [] }
        defer { file = path }
        return (file == nil ? [] : [StyledText()]) + [StyledText("\(untrusted: path)", .title)]
    }

    mutating func flush() {
        guard !held.isEmpty else { return }
        if !progress.text.isEmpty { sinks.progress?(Self.clearLine) }
        progress = ("", nil)
        sinks.lines(held)
        held = ""
    }

    private mutating func hold(_ lines: [StyledText]) {
        for line in lines { held += sinks.paint(line) + "\n" }
    }

    /// Back to the first column, and erase to the end of the line (ECMA-48 EL).
    private static let clearLine = "\r\u{1B}[K"
}

extension RunSummary {
    /// The last line: `38 passed, 2 failed, 3 only on a retry, 4.1 s`.
    fileprivate var line: StyledText {
        let always: [(Int, String, Style)] = [
            (succeeded - refused, "passed", .good), (failed, "failed", failed > 0 ? .bad.bold : .muted),
        ]
        let others: [(Int, String, Style)] = [
            (refused, "with 4xx", .warn), (cancelled, "cancelled", .muted),
            (notSent, "not sent", .bad),
            (recovered, "only on a retry", .warn),
        ]
        var line = StyledText()
        for (number, words, style) in always + others.filter({ $0.0 > 0 }) {
            line.append("\(number) \(untrusted: words)", style)
            line.append(", ")
        }
        return line + StyledText("\(untrusted: elapsed.sentence)")
    }
}
