import ClientEngine
import InspectorCanvas
import InspectorValues

/// The outcome of a task, in one line above every page.
///
///     200 OK · 292 B · application/json · 0.6 ms · reused connection 6
///     503 · retry 3 of 5 in 2.4 s   R now  X give up
struct AnswerLine {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard rect.height > 0, let task = state.selectedTask else { return }
        let width = rect.width - 3
        frame.line(text(of: task, width: width), at: rect.point(x: 2), width: width, glyphs: glyphs)
    }

    /// The parts that fit, the last ones dropped first.
    private func text(of task: TaskRecord, width: Int) -> StyledText {
        if case .waiting(let plan) = task.state, showsWholeTask(task) {
            return retry(plan, of: task, width: width)
        }
        var text = StyledText()
        for part in parts(of: task) where part.width > 0 {
            let longer = text.width == 0 ? part : text + separator + part
            guard longer.width <= width || text.width == 0 else { break }
            text = longer
        }
        return text
    }

    private var separator: StyledText { StyledText(" \(glyphs.dot) ", .muted) }

    /// Indicates whether no earlier attempt is selected.
    private func showsWholeTask(_ task: TaskRecord) -> Bool {
        state.shownAttempt?.number == task.lastAttempt?.number
    }

    /// The time until the next attempt, and the keys that end the wait.
    private func retry(_ plan: RetryPlan, of task: TaskRecord, width: Int) -> StyledText {
        let next = "\(task.attempts.count + 1)"
        let left = (plan.until - state.now).countdown
        var keys = StyledText("   ")
        for (intent, words) in [(Intent.task(.retryNow), " now  "), (.task(.giveUp), " give up")] {
            let key = state.settings.keymap
            keys.append(DisplayText(untrusted: key.text(of: intent)), .key, pressing: key.keys(of: intent))
            keys.append(DisplayText(untrusted: words), .muted)
        }
        let forms = ["retry \(task.ordinalText(next)) in \(left)", "retry in \(left)"]
        let texts = forms.map {
            task.statusText + separator + StyledText(DisplayText(untrusted: $0), .warn.bold)
        }
        let all = texts.map { $0 + keys } + texts
        return all.first { $0.width <= width } ?? texts[1]
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private func parts(of task: TaskRecord) -> [StyledText] {
        if let held = state.selectedHold { return [words(of: held)] }
        guard let exchange = state.shownExchange, let head = exchange.head else { return withoutAnswer(task) }
        let style = task.unopenedReason == nil ? Style.status(head.status) : .warn
        let isFailure =
            showsWholeTask(task) && task.failures.contains { if case .status = $0 { true } else { false } }
        let mark: DisplayText = isFailure ? "\(glyphs.failed) " : ""
        return [
            StyledText("\(mark)\(head.status) \(untrusted: head.reason)", style.bold),
            objection(to: task),
            size(exchange),
            StyledText(
                DisplayText(untrusted: type(of: head))),
            StyledText(DisplayText(untrusted: elapsed(of: task).shortText)),
        ]
            + (exchange.start.mock.map { [StyledText("mock\(untrusted: $0.forwarding)", .mock)] }
                ?? connection(exchange))
    }

    private func words(of held: Holds.Message) -> StyledText {
        let noun: DisplayText = held.part == .request ? "request" : "answer"
        return StyledText("\(noun) held for \(untrusted: (state.now - held.since).counting)", .warn.bold)
    }

    /// Returns why the answer is not all that it seems: its body is not complete, or is not what was expected.
    private func objection(to task: TaskRecord) -> StyledText {
        let attempt = state.shownAttempt
        if case .error(let error) = attempt?.outcome {
            return StyledText("\(glyphs.failed) \(untrusted: error.word)", .bad.bold)
        }
        guard showsWholeTask(task) else { return StyledText() }
        if task.state == .cancelled { return StyledText("\(untrusted: task.cancelledText)", .warn) }
        if !task.hasFailedTests, let left = task.programLeftText {
            return StyledText("\(untrusted: left)", .muted)
        }
        guard task.hasFailedTests, let assertions = task.assertionsText else { return StyledText() }
        return StyledText("\(glyphs.failed) \(untrusted: assertions)", .bad.bold)
    }

    private func type(of head: ResponseHead) -> String {
        head.headers["Content-Type"].map { MediaType($0).essence } ?? ""
    }

    private func withoutAnswer(_ task: TaskRecord) -> [StyledText] {
        let elapsed = StyledText(DisplayText(untrusted: task.elapsed(now: state.now).shortText))
        if case .error(let error) = state.shownAttempt?.outcome {
            return [StyledText(DisplayText(untrusted: error.word), .bad.bold), elapsed]
        }
        switch task.state {
        case .running(let phase): return [task.progress(in: phase, state)]
        default: return [task.statusText, elapsed]
        }
    }

    private func elapsed(of task: TaskRecord) -> Duration {
        guard state.list.selectedAttempt != nil, let attempt = state.shownAttempt else {
            return task.elapsed(now: state.now)
        }
        return attempt.elapsed(now: state.now)
    }

    /// Returns the size of the body, or the part of it that has arrived.
    private func size(_ exchange: ExchangeRecord) -> StyledText {
        guard let percent = exchange.percentReceived, let total = exchange.bodyToReceive else {
            // Without an error less than the head promises is what was asked for, as with HEAD.
            let whole = exchange.error == nil ? nil : exchange.bodyToReceive.map { " of \($0.byteText)" }
            return StyledText(DisplayText(untrusted: exchange.bodySize.byteText + (whole ?? "")))
        }
        let text = "\(percent) % of \(total.byteText)"
        return StyledText(DisplayText(untrusted: text), .accent)
    }

    private func connection(_ exchange: ExchangeRecord) -> [StyledText] {
        guard let connection = exchange.connection else { return [] }
        let kind: DisplayText = connection.isReused ? "reused" : "new"
        return [
            StyledText("\(kind) connection \(connection.id)", .muted),
            StyledText(DisplayText(untrusted: connection.tls?.version ?? ""), .muted),
            StyledText(DisplayText(untrusted: connection.remoteText), .muted),
        ]
    }
}

extension ExchangeRecord {
    /// The part of the body that has arrived, while it does; nil where its length is not known.
    var percentReceived: Int? {
        guard ended == nil, let total = bodyToReceive, total > 0 else { return nil }
        return min(100, Int(Double(bodyReceived) / Double(total) * 100))
    }
}
