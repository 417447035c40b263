import ClientEngine
import ClientEngineRecording
import InspectorCanvas

/// The phases of every exchange of a task, one line each.
struct AttemptTable {
    private let state: State
    private let rows: [(AttemptRecord, ExchangeRecord)]

    private static let allPhases: [(Phase, DisplayText)] = [
        (.queue, "queue"), (.dns, "dns"), (.connect, "conn"), (.tls, "tls"), (.send, "send"), (.wait, "wait"),
        (.receive, "recv"),
    ]

    /// The width of the figures without a column for the queue.
    static let smallestWidth = 16 + 7 * 6 + 8

    private let phases: [(Phase, DisplayText)]
    private let connection: ConnectionColumn

    /// The column that there is room for behind the figures.
    private enum ConnectionColumn { case none, number, words }

    /// The queue has a column only where somebody waited in it.
    init(_ state: State, rows: [(AttemptRecord, ExchangeRecord)], width: Int) {
        self.state = state
        self.rows = rows
        let isQueued =
            width >= Self.smallestWidth + 7
            && rows.contains { ($0.1.timings(now: state.now)[.queue] ?? .zero) >= .milliseconds(1) }
        phases = Self.allPhases.filter { isQueued || $0.0 != .queue }
        let widest = rows.compactMap { $0.1.connection?.id }.max().map { "  #\($0)".count } ?? 0
        connection =
            switch width - (16 + 7 * phases.count + 8) {
            case ..<widest: .none
            case ..<(widest + " reused".count): .number
            default: .words
            }
    }

    var lines: [StyledText] {
        [heading]
            + rows.flatMap { attempt, exchange in
                [line(attempt, exchange)] + (exchange.start.reason == .redirect ? [target(of: exchange)] : [])
            }
    }

    /// The line below an exchange that says where the server has sent it.
    private func target(of exchange: ExchangeRecord) -> StyledText {
        var redaction = Redaction()
        let url = redaction.url(exchange.start.url.text)
        return StyledText("      \(untrusted: exchange.start.method.rawValue) \(untrusted: url)", .muted)
    }

    private var heading: StyledText {
        var text: DisplayText = "   #  STATUS    "
        for (_, title) in phases { text += title.padded(to: 7, alignment: .right) }
        text += DisplayText("total").padded(to: 8, alignment: .right)
        return StyledText(connection == .none ? text : text + "  conn", .header)
    }

    private func line(_ attempt: AttemptRecord, _ exchange: ExchangeRecord) -> StyledText {
        let glyphs = state.settings.glyphs
        let isShown = attempt.number == state.shownAttempt?.number
        var text = StyledText(isShown ? glyphs.pointer : " ", .accent.bold)
        let number: DisplayText =
            attempt.exchanges.count > 1 ? "\(attempt.number).\(exchange.number)" : "\(attempt.number)"
        text.append(number.padded(to: 3, alignment: .right), .muted)
        text.append("  ")
        text.append(status(attempt, exchange).padded(to: 10))
        let timings = exchange.timings(now: state.now)
        for (phase, _) in phases {
            let figure = timings[phase].map { DisplayText(untrusted: $0.shortText) } ?? glyphs.none
            text.append(figure.padded(to: 7, alignment: .right), timings[phase] == nil ? .muted : .plain)
        }
        let total = DisplayText(untrusted: ((exchange.ended ?? state.now) - exchange.started).shortText)
        text.append(total.padded(to: 8, alignment: .right))
        if let used = exchange.connection, connection != .none {
            text.append("  #\(used.id)", .muted)
            if connection == .words { text.append(used.isReused ? " reused" : " new", .muted) }
        }
        return text
    }

    private func status(_ attempt: AttemptRecord, _ exchange: ExchangeRecord) -> StyledText {
        if let error = exchange.error { return StyledText(DisplayText(untrusted: error.word), .bad) }
        if let status = exchange.head?.status { return StyledText("\(status)", Style.status(status)) }
        if exchange.ended == nil, let phase = exchange.phases.last?.phase {
            return StyledText(DisplayText(untrusted: phase.rawValue), .accent)
        }
        return StyledText()
    }
}
