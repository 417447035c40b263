import ClientEngine
import InspectorCanvas
import InspectorValues

/// The time axis that the visible rows share, and the bars on it.
///
/// Time in which none of the visible tasks was under way is cut down to one column, so that tasks sent by hand
/// minutes apart still show their phases.
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
    private var spans: [Span] = []
    private var secondsPerColumn = 1.0

    init(of rows: [ListRow], in state: State, width: Int) {
        self.width = width
        now = state.now
        glyphs = state.settings.glyphs
        let records = Set(rows.map(\.task)).compactMap { state.tasks[$0] }
        let ends = records.map { ($0.created, $0.visibleEnd(now: state.now)) }.sorted { $0.0 < $1.0 }
        guard width > 0, let first = ends.first else { return }
        spans = [Span(start: first.0, end: first.1, column: 0)]
        let active = Self.activeSeconds(ends)
        for (start, end) in ends.dropFirst() {
            let idle = (start - spans[spans.count - 1].end).seconds
            if idle > active / 4 {
                spans.append(Span(start: start, end: end, column: 0))
            } else {
                spans[spans.count - 1].end = max(spans[spans.count - 1].end, end)
            }
        }
        place()
    }

    private static func activeSeconds(_ ends: [(Instant, Instant)]) -> Double {
        ends.reduce(0) { $0 + ($1.1 - $1.0).seconds }
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

    /// The marks above the bars: `0s     1s     2s`; none where time was cut out.
    var heading: DisplayText {
        guard spans.count == 1, width >= 8 else { return "" }
        let step = Self.step(atLeast: secondsPerColumn * 6)
        var text = DisplayText()
        var mark = 0.0
        while mark <= secondsPerColumn * Double(width) {
            let label = DisplayText(untrusted: mark == 0 ? "0s" : Self.label(mark))
            let column = Int(mark / secondsPerColumn)
            if column + label.width > width { break }
            text += .blanks(max(0, column - text.width)) + label
            mark += step
        }
        return text
    }

    private static func label(_ seconds: Double) -> String {
        if seconds < 1 { return "\(Int((seconds * 1_000).rounded()))ms" }
        if seconds < 120 { return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s" }
        return "\(Int(seconds / 60))m"
    }

    private static func step(atLeast seconds: Double) -> Double {
        let steps = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600,
            1_800,
        ]
        return steps.first { $0 >= seconds } ?? 3_600
    }

    // MARK: Bars

    /// Draws the bar of a task.
    func draw(_ task: TaskRecord, at point: Point, into frame: inout Frame) {
        guard !spans.isEmpty, width > 0 else { return }
        for (index, attempt) in task.attempts.enumerated() {
            for exchange in attempt.exchanges { draw(exchange, at: point, into: &frame) }
            if let ended = attempt.ended {
                if task.endedBadly(attempt) {
                    put(glyphs.timeline.failed, .bad, at: ended, point, into: &frame)
                }
                let next = index + 1 < task.attempts.count ? task.attempts[index + 1].started : nil
                drawPause(attempt, from: ended, to: next, of: task, at: point, into: &frame)
            }
        }
    }

    private func draw(_ exchange: ExchangeRecord, at point: Point, into frame: inout Frame) {
        let end = exchange.phasesEnded ?? now
        if exchange.start.mock != nil {
            return fill(glyphs.timeline.mock, .mock, from: exchange.started, to: end, point, into: &frame)
        }
        for (index, mark) in exchange.phases.enumerated() {
            let next = index + 1 < exchange.phases.count ? exchange.phases[index + 1].at : max(mark.at, end)
            let (glyph, style) = mark.phase.bar(glyphs)
            fill(glyph, style, from: mark.at, to: next, point, into: &frame)
        }
    }

    private func drawPause(
        _ attempt: AttemptRecord, from start: Instant, to next: Instant?, of task: TaskRecord,
        at point: Point,
        into frame: inout Frame
    ) {
        let end = next ?? (task.state.isFinished ? task.ended ?? start : now)
        guard attempt.retry != nil else { return }
        let after = Instant(nanoseconds: start.nanoseconds + Int64(secondsPerColumn * 1e9))
        if after < end { fill(glyphs.timeline.pause, .muted, from: after, to: end, point, into: &frame) }
        if case .waiting(let plan) = task.state, next == nil, plan.until > now {
            fill(glyphs.timeline.planned, .muted, from: max(after, now), to: plan.until, point, into: &frame)
        }
    }

    /// Fills the columns of a stretch of time, at least one.
    private func fill(
        _ glyph: DisplayText, _ style: Style, from start: Instant, to end: Instant, _ point: Point,
        into frame: inout Frame
    ) {
        let first = min(width - 1, Int(column(of: start)))
        let last = min(width - 1, max(first, Int(column(of: end).rounded(.up)) - 1))
        guard first >= 0, last >= first else { return }
        let text = DisplayText.repeating(glyph, count: last - first + 1)
        frame.put(text, at: Point(x: point.x + first, y: point.y), style: style)
    }

    private func put(
        _ glyph: DisplayText, _ style: Style, at instant: Instant, _ point: Point, into frame: inout Frame
    ) {
        let column = max(0, min(width - 1, Int(self.column(of: instant).rounded(.up)) - 1))
        frame.put(glyph, at: Point(x: point.x + column, y: point.y), style: style)
    }
}

extension Phase {
    /// The letter and colour of a phase in bars.
    func bar(_ glyphs: Glyphs) -> (DisplayText, Style) {
        switch self {
        case .queue, .dns, .connect: (glyphs.timeline.connecting, .muted)
        case .tls: (glyphs.timeline.tls, .info)
        case .send: (glyphs.timeline.sending, .accent)
        case .wait: (glyphs.timeline.awaiting, .warn)
        case .receive, .process: (glyphs.timeline.receiving, .good)
        }
    }
}

extension TaskRecord {
    /// Tells whether an attempt ended badly: with an error, with an answer that was not accepted, or as the last of
    /// a task that has failed.
    fileprivate func endedBadly(_ attempt: AttemptRecord) -> Bool {
        attempt.error != nil || (attempt.retry != nil && attempt.outcome != nil)
            || (verdict == .failed && attempt.number == lastAttempt?.number)
    }

    /// Where the task's bar ends, the wait that lies ahead included.
    fileprivate func visibleEnd(now: Instant) -> Instant {
        if let ended { return ended }
        if case .waiting(let plan) = state { return max(now, plan.until) }
        return now
    }
}
