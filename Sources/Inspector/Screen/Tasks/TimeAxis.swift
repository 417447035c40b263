import ClientEngine
import InspectorCanvas
import InspectorValues

/// The time axis that the visible rows share.
///
/// ```
/// 0 s   2 s   4 s       +3 min     labels; a burst says how long after the first it began
/// ──━■                             waiting, receiving, the result
///    ─────━━━━■
///                 ┆─✗··─✗··─■      time in which nothing was under way is cut out
/// ```
/// The axis either shows when tasks ran, or begins anew for each row.
struct TimeAxis {
    private struct Span {
        var start: Instant
        var end: Instant
        /// The column where it begins.
        var column: Double
    }

    let width: Int
    let now: Instant
    let glyphs: Glyphs
    private let startsAtZero: Bool
    private var spans: [Span] = []
    private var secondsPerColumn = 1.0

    init(of rows: [ListRow], in state: State, width: Int) {
        self.width = width
        now = state.now
        glyphs = state.settings.glyphs
        let ends = Self.times(of: rows, in: state)
        startsAtZero = state.list.comparesBars(of: ends)
        guard width > 0, let first = ends.first else { return }
        if startsAtZero {
            let longest = ends.map { $0.1 - $0.0 }.max() ?? .zero
            spans = [Span(start: first.0, end: first.0 + longest, column: 0)]
        } else {
            spans = Self.bursts(ends)
        }
        place()
    }

    /// Returns the begin and the end of each task in `rows`, the first begin first.
    static func times(of rows: [ListRow], in state: State) -> [(start: Instant, end: Instant)] {
        Set(rows.map(\.task)).compactMap { state.tasks[$0] }
            .map { ($0.created, $0.visibleEnd(now: state.now)) }.sorted { $0.0 < $1.0 }
    }

    /// Joins what ran together, or nearly so.
    private static func bursts(_ ends: [(start: Instant, end: Instant)]) -> [Span] {
        let active = ends.reduce(0) { $0 + ($1.1 - $1.0).seconds }
        var spans = [Span(start: ends[0].0, end: ends[0].1, column: 0)]
        for (start, end) in ends.dropFirst() {
            let idle = (start - spans[spans.count - 1].end).seconds
            if idle > active / 4 {
                spans.append(Span(start: start, end: end, column: 0))
            } else {
                spans[spans.count - 1].end = max(spans[spans.count - 1].end, end)
            }
        }
        return spans
    }

    private mutating func place() {
        let gaps = Double(spans.count - 1)
        let total = spans.reduce(0) { $0 + ($1.end - $1.start).seconds }
        secondsPerColumn = max(total, 0.001) / max(1, Double(width) - gaps)
        var column = 0.0
        for index in spans.indices {
            spans[index].column = column
            column += (spans[index].end - spans[index].start).seconds / secondsPerColumn + 1
        }
    }

    /// Indicates whether there is anything to draw, and room for it.
    var isEmpty: Bool { spans.isEmpty || width <= 0 }

    /// The column of an instant in the row of `task`, with its fraction.
    func column(of instant: Instant, in task: TaskRecord) -> Double {
        let instant = startsAtZero ? spans[0].start + (instant - task.created) : instant
        let span = spans.last { $0.start <= instant } ?? spans[0]
        return span.column + (min(instant, span.end) - span.start).seconds / secondsPerColumn
    }

    /// The column of the time that was cut out before the burst that `task` began in.
    func cut(before task: TaskRecord) -> Int? {
        guard !startsAtZero else { return nil }
        let column = spans.last { $0.start <= task.created }.map { Int($0.column) - 1 } ?? -1
        return 0..<width ~= column ? column : nil
    }

    // MARK: Labels

    /// The labels above the bars.
    var heading: DisplayText {
        guard width >= 8, !spans.isEmpty else { return "" }
        if spans.count > 1 {
            return labels(spans.map { ($0.column, ($0.start - spans[0].start).seconds) }, sign: "+")
        }
        let step = Self.step(atLeast: secondsPerColumn * 7)
        let marks = stride(from: 0, through: secondsPerColumn * Double(width), by: step)
        return labels(marks.map { ($0 / secondsPerColumn, $0) })
    }

    /// Writes down as many labels as there is room for, each once.
    private func labels(_ marks: [(column: Double, seconds: Double)], sign: String = "") -> DisplayText {
        var (text, last) = (DisplayText(), DisplayText())
        for mark in marks {
            let label = DisplayText(untrusted: mark.seconds == 0 ? "0 s" : sign + Self.label(mark.seconds))
            // At the right edge the label is drawn before its place, where it has room.
            let column = sign.isEmpty ? Int(mark.column) : min(Int(mark.column), width - label.width)
            guard label != last, column + label.width <= width, text.isEmpty || column > text.width else {
                continue
            }
            last = label
            text += .blanks(column - text.width) + label
        }
        return text
    }

    private static func label(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: return "\(Int((seconds * 1_000).rounded())) ms"
        case ..<120:
            // Half seconds, as steps have them.
            let text = seconds.digits(seconds < 9.95 ? 1 : 0)
            return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " s"
        case ..<7_200: return "\(Int(seconds / 60)) min"
        default: return "\(Int(seconds / 3_600)) h"
        }
    }

    private static func step(atLeast seconds: Double) -> Double {
        let steps = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600,
            1_800,
        ]
        return steps.first { $0 >= seconds } ?? (seconds / 3_600).rounded(.up) * 3_600
    }
}

extension TaskRecord {
    /// Returns the end of the task's bar, the wait that lies ahead included.
    fileprivate func visibleEnd(now: Instant) -> Instant {
        if let ended { return ended }
        if case .waiting(let plan) = state { return max(now, plan.until) }
        return now
    }
}
