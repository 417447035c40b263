import ClientEngine
import ClientEngineRecording
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
        var progress: ProgressLine?
    }

    private let makeTasks: () -> TaskLines
    /// Made with the first line: what is sent need not wait until all requests were looked through for their widths.
    private var madeTasks: TaskLines?
    private var sinks: Sinks
    private let count: Int
    /// Indicates whether tasks stand below the name of their file.
    private let hasHeadings: Bool
    private var file: String?
    private var finished = 0
    /// The lines that are not written yet, in UTF-8.
    private var held: [UInt8] = []

    /// Creates an output for so many tasks; each file has a heading where there are several.
    init(_ tasks: @autoclosure @escaping () -> TaskLines, count: Int, hasHeadings: Bool = false, sinks: Sinks)
    {
        makeTasks = tasks
        self.count = count
        self.hasHeadings = hasHeadings
        self.sinks = sinks
    }

    var showsEvents: Bool { false }

    var showsProgress: Bool { sinks.progress != nil }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        guard case .taskEnded = event.kind else { return }
        finished += 1
        hold(heading(of: record))
        hold(withTasks { $0.lines(of: record) })
    }

    mutating func learn(captured values: Set<String>) { withTasks { $0.learn(captured: values) } }

    /// Takes the lines of tasks out while they are used: a lazy variable would be copied each time.
    private mutating func withTasks<Result>(_ use: (inout TaskLines) -> Result) -> Result {
        var tasks = madeTasks.take() ?? makeTasks()
        defer { madeTasks = tasks }
        return use(&tasks)
    }

    mutating func begin(round: Int, of count: Int, title: String) {
        let isFirst = round == 1
        hold((isFirst ? [] : [StyledText()]) + [StyledText("\(untrusted: title)", .title)])
        file = nil
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {
        guard let record = live.min(by: { $0.id < $1.id }) else { return }
        let others = live.count > 1 ? " and \(live.count - 1) more" : ""
        let (title, glyphs) = withTasks { ($0.name(of: record), $0.glyphs) }
        let name = "\(finished)/\(count) \(record.origin.request.method) \(title)\(others)"
        sinks.progress?.show(record, as: DisplayText(untrusted: name), glyphs: glyphs, now: now)
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
        sinks.progress?.clear()
        sinks.lines(String(decoding: held, as: UTF8.self))
        held.removeAll(keepingCapacity: true)
    }

    private mutating func hold(_ lines: [StyledText]) {
        for line in lines {
            sinks.paint.append(line, to: &held)
            held.append(0x0A)
        }
    }
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
