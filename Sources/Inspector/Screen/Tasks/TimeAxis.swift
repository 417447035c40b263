import ClientEngine
import InspectorCanvas
import InspectorValues

/// The time axis that the visible rows share, and the bars on it.
///
/// ```
/// 0 s   2 s   4 s       +3 min     labels; a burst says how long after the first it began
/// ──━╸                             waiting, receiving, in halves of a cell
///    ╶─────━━━━
///                 ┆╌─✗··─✗:::      time in which nothing was under way is cut out
/// ```
/// The axis either shows when tasks ran, or begins anew for each row.
struct TimeAxis {
    private struct Span {
        var start: Instant
        var end: Instant
        /// The column where it begins.
        var column: Double
    }

    private let width: Int
    private let now: Instant
    private let glyphs: Glyphs
    private let startsAtZero: Bool
    private var spans: [Span] = []
    private var secondsPerColumn = 1.0

    init(of rows: [ListRow], in state: State, width: Int) {
        self.width = width
        now = state.now
        glyphs = state.settings.glyphs
        startsAtZero = state.list.comparesBars
        let records = Set(rows.map(\.task)).compactMap { state.tasks[$0] }
        let ends = records.map { ($0.created, $0.visibleEnd(now: state.now)) }.sorted { $0.0 < $1.0 }
        guard width > 0, let first = ends.first else { return }
        if startsAtZero {
            let longest = ends.map { $0.1 - $0.0 }.max() ?? .zero
            spans = [Span(start: first.0, end: first.0 + longest, column: 0)]
        } else {
            spans = Self.bursts(ends)
        }
        place()
    }

    /// Joins what ran together, or nearly so.
    private static func bursts(_ ends: [(Instant, Instant)]) -> [Span] {
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

    /// The column of an instant, with its fraction.
    private func column(of instant: Instant) -> Double {
        let span = spans.last { $0.start <= instant } ?? spans[0]
        return span.column + (min(instant, span.end) - span.start).seconds / secondsPerColumn
    }

    /// The column of the time that was cut out before the burst of an instant.
    private func cut(before instant: Instant) -> Int? {
        let column = spans.last { $0.start <= instant }.map { Int($0.column) - 1 } ?? -1
        return 0..<width ~= column ? column : nil
    }

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
            // At the right edge it stands before its place rather than nowhere.
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
        case ..<1: "\(Int((seconds * 1_000).rounded())) ms"
        case ..<120: "\(Int(seconds)) s"
        case ..<7_200: "\(Int(seconds / 60)) min"
        default: "\(Int(seconds / 3_600)) h"
        }
    }

    private static func step(atLeast seconds: Double) -> Double {
        let steps = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600,
            1_800,
        ]
        return steps.first { $0 >= seconds } ?? (seconds / 3_600).rounded(.up) * 3_600
    }

    // MARK: Bars

    /// The content of half of a cell.
    fileprivate struct Stroke: Equatable {
        enum Kind { case connecting, tls, sending, awaiting, receiving, mock, pause, planned }
        var kind: Kind
        var style: Style
    }

    /// Draws the bar of a task.
    func draw(_ task: TaskRecord, at point: Point, into frame: inout Frame) {
        guard !spans.isEmpty, width > 0 else { return }
        let shift = startsAtZero ? spans[0].start - task.created : .zero
        var halves = [Stroke?](repeating: nil, count: 2 * width)
        var failures: [Int] = []
        for (index, attempt) in task.attempts.enumerated() {
            for exchange in attempt.exchanges { fill(&halves, with: exchange, of: task, shift) }
            guard let ended = attempt.ended else { continue }
            let next = index + 1 < task.attempts.count ? task.attempts[index + 1].started : nil
            fillPause(&halves, after: attempt, from: ended, to: next, of: task, shift)
            if task.endedBadly(attempt) {
                failures.append(max(0, min(width - 1, Int(column(of: ended + shift).rounded(.up)) - 1)))
            }
        }
        if let column = cut(before: task.created + shift) {
            frame.put(glyphs.timeline.cut, at: Point(x: point.x + column, y: point.y), style: .border)
        }
        for column in 0..<width {
            let (left, right) = (halves[2 * column], halves[2 * column + 1])
            guard let style = (right ?? left)?.style else { continue }
            frame.put(cell(left, right), at: Point(x: point.x + column, y: point.y), style: style)
        }
        for column in failures {
            frame.put(glyphs.timeline.failed, at: Point(x: point.x + column, y: point.y), style: .bad)
        }
    }

    private func fill(
        _ halves: inout [Stroke?], with exchange: ExchangeRecord, of task: TaskRecord, _ shift: Duration
    ) {
        if exchange.start.mock != nil {
            let end = exchange.ended ?? now
            return fill(
                &halves, Stroke(kind: .mock, style: .mock), from: exchange.started + shift, to: end + shift)
        }
        for (index, mark) in exchange.phases.enumerated() {
            let end = exchange.end(ofPhaseAt: index, now)
            var stroke = Stroke(kind: mark.phase.stroke, style: mark.phase.bar(glyphs).style)
            if stroke.kind == .receiving {
                stroke.style = task.verdict == .failed ? .bad : Style.status(exchange.head?.status ?? 200)
            }
            fill(&halves, stroke, from: mark.at + shift, to: end + shift)
        }
    }

    private func fillPause(
        _ halves: inout [Stroke?], after attempt: AttemptRecord, from start: Instant, to next: Instant?,
        of task: TaskRecord, _ shift: Duration
    ) {
        guard let wait = task.wait(after: attempt, now: now) else { return }
        let end = next ?? start + wait
        let after = start + .clamped(seconds: secondsPerColumn)
        if after < end {
            fill(&halves, Stroke(kind: .pause, style: .muted), from: after + shift, to: end + shift)
        }
        if case .waiting(let plan) = task.state, next == nil, plan.until > now {
            let stroke = Stroke(kind: .planned, style: .muted)
            fill(&halves, stroke, from: max(after, now) + shift, to: plan.until + shift)
        }
    }

    /// Fills a stretch of time, at least half a cell; what is short has a whole one for itself.
    private func fill(_ halves: inout [Stroke?], _ stroke: Stroke, from start: Instant, to end: Instant) {
        let first = min(halves.count - 1, Int(column(of: start) * 2))
        let last = min(halves.count - 1, max(first, Int((column(of: end) * 2).rounded(.up)) - 1))
        guard first >= 0 else { return }
        for index in first...last { halves[index] = stroke }
        if first == last, halves[first ^ 1] == nil { halves[first ^ 1] = stroke }
    }

    /// Returns the cell of two halves; where they have no sign together, the later one counts.
    private func cell(_ left: Stroke?, _ right: Stroke?) -> DisplayText {
        let halves = glyphs.timeline.halves
        switch (left?.kind, right?.kind) {
        case (.awaiting, nil): return halves[0]
        case (nil, .awaiting): return halves[1]
        case (.receiving, nil): return halves[2]
        case (nil, .receiving): return halves[3]
        case (.awaiting, .receiving): return halves[4]
        case (.receiving, .awaiting): return halves[5]
        default: return glyphs.timeline.glyph(of: right?.kind ?? left?.kind ?? .pause)
        }
    }
}

extension Glyphs.Timeline {
    fileprivate func glyph(of kind: TimeAxis.Stroke.Kind) -> DisplayText {
        switch kind {
        case .connecting: connecting
        case .tls: tls
        case .sending: sending
        case .awaiting: awaiting
        case .receiving: receiving
        case .mock: mock
        case .pause: pause
        case .planned: planned
        }
    }
}

extension Phase {
    /// The stroke that draws a phase.
    fileprivate var stroke: TimeAxis.Stroke.Kind {
        switch self {
        case .queue, .dns, .connect: .connecting
        case .tls: .tls
        case .send: .sending
        case .wait: .awaiting
        case .receive, .process: .receiving
        }
    }

    /// The sign and colour of a phase in bars.
    func bar(_ glyphs: Glyphs) -> (sign: DisplayText, style: Style) {
        let style: Style =
            switch self {
            case .queue, .dns, .connect: .muted
            case .tls: .mock
            case .send, .wait: .accent
            case .receive, .process: .good
            }
        return (glyphs.timeline.glyph(of: stroke), style)
    }
}

extension TaskRecord {
    /// Returns whether an attempt ended badly: with an error, with an answer that was not accepted, or as the last of a
    /// task that has failed.
    fileprivate func endedBadly(_ attempt: AttemptRecord) -> Bool {
        attempt.error != nil || (attempt.retry != nil && attempt.outcome != nil)
            || (verdict == .failed && attempt.number == lastAttempt?.number)
    }

    /// Returns the end of the task's bar, the wait that lies ahead included.
    fileprivate func visibleEnd(now: Instant) -> Instant {
        if let ended { return ended }
        if case .waiting(let plan) = state { return max(now, plan.until) }
        return now
    }
}
