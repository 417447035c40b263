import ClientEngine
import InspectorCanvas
import InspectorValues

/// The words about a task before any figures: what it waits for, or what went wrong and what can be tried.
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
        case .running(let phase): return [running(phase)]
        case .processing: return [StyledText("processing", .accent)]
        case .waiting(let plan): return waiting(plan, width: width)
        case .succeeded: return task.failures.isEmpty ? [] : [unaccepted]
        case .failed(let error): return failed(error, width: width)
        case .cancelled: return [cancelled]
        }
    }

    private func ended(_ attempt: AttemptRecord, width: Int) -> [StyledText] {
        guard case .error(let error) = attempt.outcome else { return [] }
        return failed(error, width: width)
    }

    private func running(_ phase: Phase) -> StyledText {
        let since = task.lastExchange?.phases.last?.at ?? task.lastAttempt?.started ?? task.created
        let elapsed = state.now - since
        var text = StyledText(
            DisplayText(untrusted: "\(elapsed.counting) \(phase.doing)"), .accent.bold)
        if let limit = task.origin.request.limit(of: phase, default: state.settings.timeouts) {
            text.append(DisplayText(untrusted: " of \(limit.sentence)"), .accent)
        }
        return text
    }

    private func waiting(_ plan: RetryPlan, width: Int) -> [StyledText] {
        var text = StyledText(
            DisplayText(untrusted: "retry in \((plan.until - state.now).countdown)"), .warn.bold)
        text.append(DisplayText(untrusted: "  after \(plan.reason)"), .plain)
        if let origin = plan.origin {
            let origin = StyledText("  (\(untrusted: origin))")
            // A figure and its unit stay together.
            guard text.width + origin.width <= width else { return [text, origin] }
            text = text + origin
        }
        let keys: DisplayText = "   R now  X give up"
        if text.width + keys.width <= width { text.append(keys, .muted) }
        return [text]
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

    /// The reason why a task with a complete response has failed all the same.
    private var unaccepted: StyledText {
        var reasons: [DisplayText] = []
        for case .status(let status) in task.failures { reasons.append("status \(status)") }
        if task.hasFailedTests, let assertions = task.assertionsText {
            let page = DetailPage.tests
            reasons.append("\(untrusted: assertions), see \(page.rawValue) \(untrusted: page.title)")
        }
        let text = reasons.dropFirst().reduce(reasons.first ?? "") { "\($0), \($1)" }
        return StyledText("\(state.settings.glyphs.failed) \(text)", .bad.bold)
    }

    private var cancelled: StyledText {
        let elapsed = task.elapsed(now: state.now).shortText
        let text = "cancelled while \(task.interruption ?? ""), after \(elapsed)"
        return StyledText(DisplayText(untrusted: text), .muted)
    }
}
