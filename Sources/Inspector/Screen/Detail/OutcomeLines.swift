import ClientEngine
import InspectorCanvas
import InspectorValues

/// The words about a task before any figures: the reason for a wait, or what went wrong and what can be tried.
///
/// On the screen the answer line above the page shows the outcome itself, and these lines add to it. A page without that
/// line says both.
struct OutcomeLines {
    let state: State
    let task: TaskRecord

    /// The lines, none of them wider than the page.
    func lines(width: Int) -> [StyledText] {
        outcome(width: width).folded(to: width, indent: 2)
    }

    private func outcome(width: Int) -> [StyledText] {
        if let attempt = state.shownAttempt, attempt.number != task.lastAttempt?.number {
            return ended(attempt, width: width)
        }
        switch task.state {
        case .queued: return [StyledText("queued", .muted)]
        case .running(let phase): return state.settings.isLinear ? [task.progress(in: phase, state)] : []
        case .processing: return [StyledText("processing", .accent)]
        case .waiting(let plan): return waiting(plan, width: width)
        case .succeeded: return unaccepted
        case .failed(let error): return failed(error, width: width)
        case .cancelled: return [cancelled]
        }
    }

    private func ended(_ attempt: AttemptRecord, width: Int) -> [StyledText] {
        guard case .error(let error) = attempt.outcome else { return [] }
        return failed(error, width: width)
    }

    private func waiting(_ plan: RetryPlan, width: Int) -> [StyledText] {
        var text = StyledText()
        if state.settings.isLinear {
            let left = "retry in \((plan.until - state.now).countdown)  "
            text.append(DisplayText(untrusted: left), .warn.bold)
        }
        text.append(DisplayText(untrusted: "after \(plan.reason)"), .plain)
        guard let origin = plan.origin else { return [text] }
        let why = StyledText("  (\(untrusted: origin))")
        // A figure and its unit stay together.
        return text.width + why.width <= width ? [text + why] : [text, why]
    }

    private func failed(_ error: ClientError, width: Int) -> [StyledText] {
        var lines = [
            StyledText("\(state.settings.glyphs.failed) \(untrusted: error.label)", .bad.bold)
        ]
        // The message stands beside the label, or below it where there it would have no room.
        let beside = error.label.count + 4
        let isBelow = width - beside < 26
        let indent = isBelow ? 2 : beside
        let message = DisplayText.words(of: error.message, wrappedTo: max(10, width - indent))
        for (index, part) in message.enumerated() {
            if index == 0, !isBelow {
                lines[0].append("  ")
                lines[0].append(part, .bad)
            } else {
                lines.append(StyledText(.blanks(indent)) + StyledText(part, .bad))
            }
        }
        if let hint = error.hintWithFlags {
            lines += DisplayText.words(of: hint, wrappedTo: max(10, width - 2)).map {
                StyledText("  ") + StyledText($0, .plain)
            }
        }
        if let code = error.curlCode {
            lines.append(StyledText("  libcurl \(code): \(untrusted: error.curlMessage ?? "")", .muted))
        }
        return lines
    }

    /// The reasons why a task with a complete response has failed all the same.
    private var unaccepted: [StyledText] {
        var reasons: [DisplayText] = []
        // The answer line has the status.
        for case .status(let status) in task.failures where state.settings.isLinear {
            reasons.append("status \(status)")
        }
        if task.hasFailedTests, let assertions = task.assertionsText {
            let page = DetailPage.tests
            reasons.append("\(untrusted: assertions), see \(page.rawValue) \(untrusted: page.title)")
        }
        guard let first = reasons.first else { return [] }
        let text = reasons.dropFirst().reduce(first) { "\($0), \($1)" }
        return [StyledText("\(state.settings.glyphs.failed) \(text)", .bad.bold)]
    }

    private var cancelled: StyledText {
        let elapsed = task.elapsed(now: state.now).shortText
        let text = "cancelled while \(task.interruption ?? ""), after \(elapsed)"
        return StyledText(DisplayText(untrusted: text), .muted)
    }
}

extension TaskRecord {
    /// The phase under way and the time it has taken: `waiting for the first byte: 1.4 of 30 s`.
    func progress(in phase: Phase, _ state: State) -> StyledText {
        let since = lastExchange?.phases.last?.at ?? lastAttempt?.started ?? created
        let elapsed = (state.now - since).counting
        var text = StyledText("\(untrusted: phase.doing): ", .accent.bold)
        guard let limit = origin.request.limit(of: phase, default: state.settings.timeouts) else {
            return text + StyledText(DisplayText(untrusted: elapsed), .accent)
        }
        // The unit once, where both have the same.
        let unit = limit.sentence.split(at: " ").last.map { " " + $0 } ?? ""
        let figure = elapsed.hasSuffix(unit) ? String(elapsed.dropLast(unit.count)) : elapsed
        text.append(DisplayText(untrusted: "\(figure) of \(limit.sentence)"), .accent)
        return text
    }
}
