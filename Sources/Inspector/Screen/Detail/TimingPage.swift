import ClientEngine
import InspectorCanvas
import InspectorValues

/// The time of a task: the phases of the shown exchange as bars, then a table of the attempts.
struct TimingPage {
    let state: State
    let task: TaskRecord

    func lines(width: Int) -> [StyledText] {
        var lines = OutcomeLines(state: state, task: task).lines(width: width)
        lines += slowness.folded(to: width, indent: 2)
        if let exchange {
            lines += phases(exchange).map { bar($0, exchange, width: width) }
        }
        lines += total.folded(to: width, indent: 18)
        lines += usual.folded(to: width, indent: 2)
        let rows = task.attempts.flatMap { attempt in attempt.exchanges.map { (attempt, $0) } }
        if rows.count > 1, width >= AttemptTable.smallestWidth {
            lines += [StyledText()] + AttemptTable(state, rows: rows, width: width).lines
        }
        for attempt in task.attempts where !attempt.repetitions.isEmpty {
            lines += [StyledText()] + AttemptLine.repetitions(of: attempt, width: width)
        }
        return lines
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var exchange: ExchangeRecord? { state.shownAttempt?.exchanges.last }

    /// The phases that are always worth a line, and the others where they took time.
    private func phases(_ exchange: ExchangeRecord) -> [Phase] {
        let timings = exchange.timings(now: state.now)
        if exchange.start.mock != nil {
            return Phase.allCases.filter {
                $0 == exchange.error?.phase ?? .wait || (timings[$0] ?? .zero) >= .milliseconds(1)
            }
        }
        return Phase.allCases.filter { phase in
            switch phase {
            case .queue, .process: (timings[phase] ?? .zero) >= .milliseconds(1)
            case .tls: exchange.start.url.scheme == "https" || timings[phase] != nil
            case .dns, .connect, .send, .wait, .receive: true
            }
        }
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
        let barWidth = max(6, min(48, width - 20 - (width >= 56 ? 30 : 0)))
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

    /// Returns a note on the connection, beside the phase it belongs to.
    private func note(_ phase: Phase, _ exchange: ExchangeRecord) -> StyledText {
        if phase == .wait, let mock = exchange.start.mock {
            return StyledText("mock \(untrusted: mock.text)", .mock)
        }
        guard let connection = exchange.connection else { return StyledText() }
        switch phase {
        case .connect:
            let kind: DisplayText = connection.isReused ? "reused" : "new"
            return StyledText("\(kind) #\(connection.id)  \(untrusted: connection.remoteText)", .muted)
        case .tls: return StyledText(DisplayText(untrusted: connection.tls?.version ?? ""), .muted)
        case .receive: return received(exchange)
        case .queue, .dns, .send, .wait, .process: return StyledText()
        }
    }

    private func received(_ exchange: ExchangeRecord) -> StyledText {
        guard exchange.bodyReceived > 0 else { return StyledText() }
        var text = DisplayText(untrusted: exchange.bodyReceived.byteText)
        if exchange.ended == nil, let total = exchange.bodyToReceive {
            text += DisplayText(untrusted: " of \(total.byteText)")
        } else if let decoded = exchange.decodedBody {
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
