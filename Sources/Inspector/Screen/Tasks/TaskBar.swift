import ClientEngine
import InspectorCanvas
import InspectorValues

/// A task on the time axis, as cells.
///
/// Each attempt and each wait between attempts has at least one cell. The last cell of an attempt that ended, and of a
/// task that ended, shows the result; the cells before it show the phase that was under way in the middle of their time.
/// No sign depends on the scale of the axis.
///
/// ```
/// ■   ──────━━━■   ─✗·─✗··──■   ╌╌╌╌✗   ────
/// ```
struct TaskBar {
    private struct Cell {
        var sign: DisplayText
        var style: Style
    }

    /// A time with one meaning.
    private struct Stretch {
        enum Kind { case attempt(AttemptRecord?), pause, planned }
        var kind: Kind
        var start: Instant
        var end: Instant
        var isPause: Bool { if case .attempt = kind { false } else { true } }
    }

    private let task: TaskRecord
    private let axis: TimeAxis

    init(_ task: TaskRecord, on axis: TimeAxis) {
        (self.task, self.axis) = (task, axis)
    }

    func draw(at point: Point, into frame: inout Frame) {
        guard !axis.isEmpty else { return }
        if let column = axis.cut(before: task) {
            frame.put(glyphs.cut, at: Point(x: point.x + column, y: point.y), style: .border)
        }
        let stretches = fitting
        for (index, (stretch, columns)) in zip(stretches, columns(of: stretches)).enumerated() {
            let isLast = index == stretches.count - 1
            for (offset, column) in columns.enumerated() {
                let isEnd = offset == columns.count - 1
                let middle = (Double(offset) + 0.5) / Double(columns.count)
                let result = isEnd ? end(of: stretch, isLast: isLast) : nil
                let cell = result ?? self.cell(of: stretch, at: isEnd ? 1 : middle)
                frame.put(cell.sign, at: Point(x: point.x + column, y: point.y), style: cell.style)
            }
        }
    }

    private var glyphs: Glyphs.Timeline { axis.glyphs.timeline }

    // MARK: Stretches

    /// The attempts and the waits between them, one after the other.
    private var stretches: [Stretch] {
        let end = task.ended ?? axis.now
        guard !task.attempts.isEmpty else {
            return [Stretch(kind: .attempt(nil), start: task.created, end: end)]
        }
        var stretches: [Stretch] = []
        for (index, attempt) in task.attempts.enumerated() {
            let start = index == 0 ? task.created : attempt.started
            stretches.append(
                Stretch(kind: .attempt(attempt), start: start, end: attempt.ended ?? end))
            guard let ended = attempt.ended, let wait = task.wait(after: attempt, now: axis.now) else {
                continue
            }
            let next = index + 1 < task.attempts.count ? task.attempts[index + 1].started : nil
            stretches.append(Stretch(kind: .pause, start: ended, end: next ?? ended + wait))
            if case .waiting(let plan) = task.state, next == nil, plan.until > axis.now {
                stretches.append(Stretch(kind: .planned, start: axis.now, end: plan.until))
            }
        }
        return stretches
    }

    /// The stretches for which the axis has cells; without room for all, the waits go first and then the first attempts.
    private var fitting: [Stretch] {
        let all = stretches
        guard all.count > axis.width else { return all }
        return Array(all.filter { !$0.isPause }.suffix(axis.width))
    }

    /// The columns of each stretch: its time on the axis, at least one cell, and none of them beyond the right edge.
    private func columns(of stretches: [Stretch]) -> [Range<Int>] {
        var cursor = max(0, min(axis.width - 1, Int(column(of: stretches[0].start))))
        var ranges: [Range<Int>] = []
        for stretch in stretches {
            let end = max(cursor + 1, Int(column(of: stretch.end).rounded()))
            ranges.append(cursor..<end)
            cursor = end
        }
        var limit = axis.width
        for index in ranges.indices.reversed() {
            let upper = min(ranges[index].upperBound, limit)
            ranges[index] = min(ranges[index].lowerBound, upper - 1)..<upper
            limit = ranges[index].lowerBound
        }
        return ranges
    }

    private func column(of instant: Instant) -> Double { axis.column(of: instant, in: task) }

    // MARK: Cells

    /// The last cell of a stretch, if it shows a result.
    private func end(of stretch: Stretch, isLast: Bool) -> Cell? {
        if isLast, task.state.isFinished { return result }
        guard case .attempt(let attempt?) = stretch.kind, attempt.ended != nil, attempt.outcome != nil else {
            return nil
        }
        return attempt.error != nil || attempt.retry != nil ? Cell(sign: glyphs.failed, style: .bad) : nil
    }

    private var result: Cell {
        switch task.verdict {
        case .failed: return Cell(sign: glyphs.failed, style: .bad.bold)
        case .cancelled: return Cell(sign: glyphs.cancelled, style: .muted)
        case .passed, .refused, nil:
            let status = task.lastAnswered?.head?.status
            return Cell(sign: glyphs.answered, style: status.map(Style.status) ?? .good)
        }
    }

    /// The cell at a part of the time of a stretch, from 0 to 1.
    private func cell(of stretch: Stretch, at part: Double) -> Cell {
        switch stretch.kind {
        case .pause: return Cell(sign: glyphs.pause, style: .muted)
        case .planned: return Cell(sign: glyphs.planned, style: .muted)
        case .attempt(let attempt):
            let instant = stretch.start + .clamped(seconds: (stretch.end - stretch.start).seconds * part)
            guard let exchange = attempt?.exchanges.last(where: { $0.started <= instant }) else {
                return cell(of: .queue)
            }
            if exchange.start.mock != nil { return Cell(sign: glyphs.mock, style: .mock) }
            return cell(of: exchange.phases.last { $0.at <= instant }?.phase ?? .queue)
        }
    }

    private func cell(of phase: Phase) -> Cell {
        let (sign, style) = phase.bar(axis.glyphs)
        return Cell(sign: sign, style: style)
    }
}

extension Phase {
    /// The sign and colour of a phase in bars.
    func bar(_ glyphs: Glyphs) -> (sign: DisplayText, style: Style) {
        switch self {
        case .queue, .dns, .connect: (glyphs.timeline.connecting, .accent)
        case .tls: (glyphs.timeline.tls, .accent)
        case .send: (glyphs.timeline.sending, .accent)
        case .wait: (glyphs.timeline.awaiting, .accent)
        case .receive, .process: (glyphs.timeline.receiving, .accent)
        }
    }
}
