import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorCanvas
import InspectorValues

/// Tasks of the history for people, below the day on which they were sent; in parts, as they are found.
struct HistoryLines {
    typealias Task = (id: Int, record: TaskRecord)

    private let columns: Int?
    private let glyphs: Glyphs
    private let secondsFromGMT: (Date) -> Int
    private var day: String?
    /// The widths of what was shown: columns only grow.
    private var (digits, methods, names): (Int, [String], [String]) = (1, [], [])

    init(columns: Int?, glyphs: Glyphs, secondsFromGMT: @escaping (Date) -> Int) {
        (self.columns, self.glyphs, self.secondsFromGMT) = (columns, glyphs, secondsFromGMT)
    }

    /// Returns the lines of tasks that follow those before.
    mutating func lines(of found: [Task]) -> [StyledText] {
        digits = max(digits, found.map { "\($0.id)".count }.max() ?? 1)
        methods += found.map(\.record.origin.request.method.rawValue)
        names += found.map {
            $0.record.origin.request.name ?? $0.record.origin.url?.text ?? $0.record.origin.request.url
        }
        let indent = digits + 11
        let layout = TaskLines.Layout(
            methods: methods, names: names, columns: columns.map { max(40, $0 - indent) })
        var tasks = TaskLines(layout: layout, glyphs: glyphs, redaction: .none)
        var lines: [StyledText] = []
        for (id, record) in found {
            let date = record.origin.date
            let text = date.dayText(secondsFromGMT: secondsFromGMT(date))
            if text != day {
                day = text
                lines.append(StyledText(DisplayText(untrusted: text), .header))
            }
            let clock = date.clockText(secondsFromGMT: secondsFromGMT(date))
            let mark = DisplayText(untrusted: "\(id)").padded(to: digits, alignment: .right)
            var start = StyledText(mark, .accent) + StyledText(DisplayText(untrusted: " " + clock), .muted)
            start.append("  ")
            for line in tasks.lines(of: record) {
                let whole = start + line
                lines.append(columns.map { whole.truncated(to: $0, ellipsis: glyphs.ellipsis) } ?? whole)
                start = StyledText(.blanks(indent))
            }
        }
        return lines
    }
}
