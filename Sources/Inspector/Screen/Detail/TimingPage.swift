import ClientEngine
import InspectorCanvas
import InspectorValues

/// The time of a task: the phases of the shown exchange as bars, which add up to its total.
///
/// Where the page has the screen to itself, a table of the attempts follows. Beside a list, their rows there are enough.
struct TimingPage {
    let state: State
    let task: TaskRecord

    func lines(width: Int) -> [StyledText] {
        var lines = OutcomeLines(state: state, task: task).lines(width: width)
        lines += slowness.folded(to: width, indent: 2)
        if let exchange {
            let bars = phases(exchange).map { bar($0, exchange, width: width) }
            lines += bars + (bars.isEmpty ? [] : other(exchange))
        }
        lines += total.folded(to: width, indent: 18)
        lines += usual.folded(to: width, indent: 2)
        let rows = task.attempts.flatMap { attempt in attempt.exchanges.map { (attempt, $0) } }
        if rows.count > 1, width >= AttemptTable.smallestWidth, showsAttempts {
            lines += [StyledText()] + AttemptTable(state, rows: rows, width: width).lines
        }
        for attempt in task.attempts where !attempt.repetitions.isEmpty {
            lines += [StyledText()] + AttemptLine.repetitions(of: attempt, width: width)
        }
        return lines
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var exchange: ExchangeRecord? { state.shownAttempt?.exchanges.last }

    /// Indicates whether no list beside the page shows the attempts.
    private var showsAttempts: Bool {
        state.settings.isLinear || state.isZoomed || (state.shownAttempt?.exchanges.count ?? 0) > 1
    }

    /// The phases that happened.
    ///
    /// The queue counts if it took a part of the time worth mentioning.
    private func phases(_ exchange: ExchangeRecord) -> [Phase] {
        let timings = exchange.timings(now: state.now)
        if exchange.start.mock != nil {
            return Phase.allCases.filter {
                $0 == exchange.error?.phase ?? .wait || (timings[$0] ?? .zero) >= .milliseconds(1)
            }
        }
        return Phase.allCases.filter { phase in
            guard let took = timings[phase] else { return false }
            switch phase {
            case .queue: return isWorthALine(took, of: exchange)
            // An address needs no lookup.
            case .dns: return took >= .microseconds(50) || exchange.error?.phase == .dns
            case .process: return took >= .milliseconds(1)
            case .connect, .tls, .send, .wait, .receive: return true
            }
        }
    }

    /// The time that the phases add up to: of a task with one exchange the whole, otherwise that of the exchange.
    private func span(of exchange: ExchangeRecord) -> Duration {
        if task.attempts.count == 1, task.attempts[0].exchanges.count == 1 {
            return task.elapsed(now: state.now)
        }
        return (exchange.ended ?? state.now) - exchange.started
    }

    /// Returns whether a time is more than 5 % of the whole.
    private func isWorthALine(_ duration: Duration, of exchange: ExchangeRecord) -> Bool {
        duration >= .microseconds(100) && duration.seconds > span(of: exchange).seconds * 0.05
    }

    /// The time outside of all phases that have a line, if there is enough of it.
    private func other(_ exchange: ExchangeRecord) -> [StyledText] {
        guard exchange.ended != nil else { return [] }
        let timings = exchange.timings(now: state.now)
        let named = phases(exchange).reduce(0) { $0 + (timings[$1] ?? .zero).seconds }
        let rest = Duration.clamped(seconds: span(of: exchange).seconds - named)
        guard isWorthALine(rest, of: exchange) else { return [] }
        return [StyledText(DisplayText("other").padded(to: 9)) + duration(rest, isCurrent: false)]
    }

    private func bar(_ phase: Phase, _ exchange: ExchangeRecord, width: Int) -> StyledText {
        let timings = exchange.timings(now: state.now)
        let isCurrent = task.state == .running(phase) && exchange.ended == nil
        var text = StyledText(
            DisplayText(untrusted: phase.rawValue).padded(to: 9), isCurrent ? .accent.bold : .plain)
        text.append(duration(timings[phase], isCurrent: isCurrent))
        text.append("  ")
        let note = note(phase, exchange)
        if state.settings.isLinear { return text + note }
        let barWidth = max(6, min(48, width - 20 - (width >= 56 ? 20 : 0)))
        text.append(barText(phase, exchange, width: barWidth).padded(to: barWidth))
        guard width >= 56, note.width > 0 else { return text }
        text.append("  ")
        text.append(note)
        return text
    }

    private func duration(_ duration: Duration?, isCurrent: Bool) -> StyledText {
        guard let duration else { return StyledText(glyphs.none.padded(to: 7, alignment: .right), .muted) }
        let text = isCurrent ? duration.counting : duration.shortText
        return StyledText(
            DisplayText(untrusted: text).padded(to: 7, alignment: .right), isCurrent ? .accent.bold : .plain)
    }

    /// The phase's part of the exchange, at its place.
    private func barText(_ phase: Phase, _ exchange: ExchangeRecord, width: Int) -> StyledText {
        var text = StyledText(glyphs.edge, .border)
        guard let index = exchange.phases.firstIndex(where: { $0.phase == phase }) else { return text }
        let ends = exchange.phases.indices.map { exchange.end(ofPhaseAt: $0, state.now) }
        // Only a wait that was given up or cancelled lies between two phases; it has no bar.
        let idle = zip(exchange.phases.dropFirst(), ends).map { ($0.at - $1).seconds }.max() ?? 0
        let skipped = phase == .process ? idle : 0
        let total = (ends[ends.count - 1] - exchange.started).seconds - idle
        let scale = Double(width - 1) / max(total, 1e-9)
        // Kept tasks may say anything of their times.
        func column(of instant: Instant) -> Double {
            min(max(0, ((instant - exchange.started).seconds - skipped) * scale), Double(width - 1))
        }
        let first = min(width - 2, Int(column(of: exchange.phases[index].at)))
        let last = max(first + 1, Int(column(of: ends[index]).rounded(.up)))
        text.append(.blanks(first))
        let (glyph, style) = exchange.start.mock == nil ? phase.bar(glyphs) : (glyphs.timeline.mock, .mock)
        text.append(.repeating(glyph, count: last - first), style)
        if exchange.error?.phase == phase { text.append(glyphs.timeline.failed, .bad) }
        return text
    }

    /// Returns a note beside the phase that it belongs to.
    private func note(_ phase: Phase, _ exchange: ExchangeRecord) -> StyledText {
        if phase == .wait, let mock = exchange.start.mock {
            return StyledText("mock \(untrusted: mock.text)", .mock)
        }
        return phase == .receive ? received(exchange) : StyledText()
    }

    /// The bytes received, if the answer line has another figure: of a body that was decoded.
    private func received(_ exchange: ExchangeRecord) -> StyledText {
        guard exchange.bodyReceived > 0, state.settings.isLinear || exchange.decodedBody != nil else {
            return StyledText()
        }
        var text = DisplayText(untrusted: exchange.bodyReceived.byteText)
        if let decoded = exchange.decodedBody {
            text += DisplayText(untrusted: ", \(decoded.count.byteText) decoded")
        }
        return StyledText(text, .muted)
    }

    private var total: StyledText {
        let elapsed = task.elapsed(now: state.now)
        let isLive = !task.state.isFinished
        var text = StyledText(DisplayText("total").padded(to: 9), .plain.bold)
        let figure = DisplayText(untrusted: isLive ? elapsed.counting : elapsed.shortText)
        text.append(figure.padded(to: 7, alignment: .right), isLive ? .accent.bold : .plain)
        let waited = task.waited(now: state.now)
        var notes: [String] = []
        if task.attempts.count > 1 { notes.append("\(task.attempts.count) attempts") }
        if waited > .zero {
            notes.append("\(waited.seconds < 1 ? waited.shortText : waited.counting) of it waiting")
        }
        let redirects = state.shownAttempt?.exchanges.count { $0.start.reason == .redirect } ?? 0
        if redirects > 0 { notes.append(redirects.of("redirect")) }
        text.append(DisplayText(untrusted: notes.isEmpty ? "" : "  " + notes.joined(separator: ", ")), .muted)
        return text
    }

    private var usualCall: UsualCall? { state.list.usual.usual(for: task) }

    private var isSlow: Bool { state.list.usual.isSlow(task) }

    /// The usual duration of such a call, where this one took no longer.
    private var usual: [StyledText] {
        guard let usualCall, !isSlow else { return [] }
        let text = usualCall.duration.text(dash: glyphs.none.string)
        return [StyledText(DisplayText(untrusted: text), .muted)]
    }

    /// The usual duration of such a call, and the phases that have cost this one its time; where it took clearly longer.
    private var slowness: [StyledText] {
        guard let usualCall, isSlow else { return [] }
        let elapsed = task.elapsed(now: state.now).shortText
        var text = "\(usualCall.duration.text(dash: glyphs.none.string)), this took \(elapsed)"
        if let exchange, let (phase, took, before) = usualCall.explanation(of: exchange.timings) {
            let times = before >= .milliseconds(1) ? took.seconds / before.seconds : 0
            text +=
                times >= 1.5
                ? ": \(phase.rawValue) is \(times.digits(times < 9.95 ? 1 : 0)) times as long"
                : ": \(phase.rawValue) took \(took.shortText) instead of \(before.shortText)"
        }
        return [StyledText(DisplayText(untrusted: text), .warn.bold)]
    }
}
