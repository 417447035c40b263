import ClientEngine
import InspectorCanvas
import InspectorValues

/// One attempt in words: how it went, how long it took, and what was waited after it and why.
struct AttemptLine {
    let task: TaskRecord
    let attempt: AttemptRecord
    let state: State

    /// The line; in a narrow list only what tells one attempt from another.
    func text(width: Int, isNarrow: Bool) -> StyledText {
        let outcomeWidth = isNarrow ? 9 : max(14, min(32, width - 46))
        let outcome = isNarrow ? word : outcome
        var text = StyledText(DisplayText("\(attempt.number)").padded(to: 2), .muted)
        text.append(outcome.truncated(to: outcomeWidth, ellipsis: glyphs.ellipsis).padded(to: outcomeWidth))
        text.append(" ")
        text.append(DisplayText(untrusted: duration).padded(to: 6, alignment: .right))
        text.append("  ")
        text.append(after(isNarrow: isNarrow))
        return text
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var duration: String {
        let elapsed = attempt.elapsed(now: state.now)
        return attempt.ended == nil ? phaseElapsed.counting : elapsed.shortText
    }

    private var outcome: StyledText {
        switch attempt.outcome {
        case .response(let status):
            let reason = attempt.exchanges.last?.head?.reason ?? ""
            return StyledText("\(status) \(untrusted: reason)", Style.status(status))
        case .error(let error):
            return StyledText("\(untrusted: error.word)  \(untrusted: error.message)", .bad)
        case .cancelled: return StyledText("\(untrusted: task.cancelledText)", .muted)
        case nil: return StyledText(DisplayText(untrusted: phase.doing), .accent)
        }
    }

    /// The outcome in a word.
    private var word: StyledText {
        switch attempt.outcome {
        case .response(let status): StyledText("\(status)", Style.status(status))
        case .error(let error): StyledText(DisplayText(untrusted: error.word), .bad)
        case .cancelled: StyledText("\(untrusted: task.cancelledText)", .muted)
        case nil: StyledText(DisplayText(untrusted: phase.rawValue), .accent)
        }
    }

    private var phase: Phase { attempt.exchanges.last?.phases.last?.phase ?? .queue }

    private var phaseElapsed: Duration {
        state.now - (attempt.exchanges.last?.phases.last?.at ?? attempt.started)
    }

    /// Returns the reasons why the request of an attempt went out again without a retry, a line for each time.
    static func repetitions(of attempt: AttemptRecord, width: Int) -> [StyledText] {
        attempt.repetitions.flatMap { exchange in
            let number = "\(attempt.number).\(exchange.number)"
            let why = exchange.start.reason.map { "\($0.repetitionTitle): \($0)" } ?? ""
            let text = "\(number) was \(why)"
            return DisplayText.words(of: text, wrappedTo: max(10, width)).map { StyledText($0, .warn) }
        }
    }

    /// Returns the end of the attempt; for the one under way, its limit and its connection.
    private func after(isNarrow: Bool) -> StyledText {
        guard attempt.ended != nil else { return underWay(isNarrow: isNarrow) }
        guard let plan = attempt.retry else { return repeated(isNarrow: isNarrow) }
        var text: StyledText
        let waited = (task.wait(after: attempt, now: state.now) ?? plan.delay).shortText
        if task.attempts.contains(where: { $0.number > attempt.number }) {
            text = StyledText(DisplayText(untrusted: isNarrow ? "waited \(waited)" : "then waited \(waited)"))
        } else if case .waiting = task.state {
            text = StyledText(
                DisplayText(untrusted: "retry in \((plan.until - state.now).countdown)"), .warn.bold)
        } else {
            let word = task.state == .cancelled ? task.cancelledText : "given up"
            text = StyledText(DisplayText(untrusted: isNarrow ? word : "\(word) after \(waited)"))
        }
        guard !isNarrow, let cause = plan.cause else { return text }
        text.append("  ")
        text.append(DisplayText(untrusted: cause), .muted)
        return text
    }

    private func repeated(isNarrow: Bool) -> StyledText {
        guard let reason = attempt.repetitions.last?.start.reason else { return StyledText() }
        let text = StyledText("\(untrusted: reason.repetitionTitle)", .warn)
        return isNarrow ? text : text + StyledText(": \(untrusted: reason.description)", .muted)
    }

    private func underWay(isNarrow: Bool) -> StyledText {
        var text = StyledText()
        if let limit = task.origin.request.limit(of: phase, default: state.settings.timeouts) {
            text.append(DisplayText(untrusted: "of \(limit.sentence)"))
            text.append("  ")
        }
        if !isNarrow, let connection = attempt.exchanges.last?.connection {
            let kind: DisplayText = connection.isReused ? "same connection" : "new connection"
            text.append("\(kind) #\(connection.id)", .muted)
        }
        return text
    }
}

extension Duration {
    /// The time left, rounded up to tenths so that it ends at 0: `1.2 s`.
    var countdown: String {
        let tenths = Int((Swift.max(0, seconds) * 10).rounded(.up))
        return tenths >= 600
            ? Duration.milliseconds(tenths * 100).shortText : "\(tenths / 10).\(tenths % 10) s"
    }
}
