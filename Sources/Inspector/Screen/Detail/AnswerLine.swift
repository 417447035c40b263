import ClientEngine
import InspectorCanvas
import InspectorValues

/// The outcome of a task, in one line above every page: `200 OK · 292 B · application/json · 0.6ms · reused #6`.
struct AnswerLine {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard rect.height > 0, let task = state.selectedTask else { return }
        let parts = parts(of: task).filter { $0.width > 0 }
        var text = parts.first ?? StyledText()
        for part in parts.dropFirst() {
            text.append(" \(glyphs.dot) ", .muted)
            text.append(part)
        }
        frame.line(text, at: rect.point(x: 2), width: rect.width - 3, glyphs: glyphs)
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private func parts(of task: TaskRecord) -> [StyledText] {
        if let held = state.selectedHold { return [words(of: held)] }
        guard let exchange = state.shownExchange, let head = exchange.head else { return withoutAnswer(task) }
        let style = task.unopenedReason == nil ? Style.status(head.status) : .warn
        return [
            StyledText("\(head.status) \(untrusted: head.reason)", style.bold),
            objection(to: task),
            size(exchange),
            StyledText(
                DisplayText(untrusted: type(of: head))),
            StyledText(DisplayText(untrusted: elapsed(of: task).shortText)),
            exchange.start.mock.map { StyledText("mock\(untrusted: $0.forwarding)", .mock) }
                ?? connection(exchange),
        ]
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
        guard attempt?.number == task.lastAttempt?.number else { return StyledText() }
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
        case .running(let phase): return [StyledText(DisplayText(untrusted: phase.doing), .accent.bold)]
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

    private func connection(_ exchange: ExchangeRecord) -> StyledText {
        guard let connection = exchange.connection else { return StyledText() }
        return StyledText("\(connection.isReused ? "reused" : "new") #\(connection.id)", .muted)
    }
}

extension ExchangeRecord {
    /// The part of the body that has arrived, while it does; nil where its length is not known.
    var percentReceived: Int? {
        guard ended == nil, let total = bodyToReceive, total > 0 else { return nil }
        return min(100, Int(Double(bodyReceived) / Double(total) * 100))
    }
}
