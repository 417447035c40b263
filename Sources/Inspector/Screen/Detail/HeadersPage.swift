import ClientEngine
import InspectorCanvas

/// The heads of the responses of the shown attempt, redirects and interim ones included.
struct HeadersPage {
    let state: State
    let task: TaskRecord

    func lines(width: Int) -> [StyledText] {
        let exchanges = exchanges
        var lines: [StyledText] = []
        for exchange in exchanges {
            if exchanges.count > 1 {
                let url = exchange.start.url.text
                lines.append(
                    StyledText(
                        "\(exchange.number). \(untrusted: exchange.start.method.rawValue) \(untrusted: url)",
                        .title))
            }
            for head in exchange.interims { lines += Self.lines(of: head) + [StyledText()] }
            if let head = exchange.head { lines += Self.lines(of: head) + handedOn(head) }
            if !exchange.trailers.isEmpty {
                lines += [StyledText("trailers", .title)] + exchange.trailers.map(Self.line)
            }
            lines += exchange.anomalies.map { StyledText(DisplayText(untrusted: $0.description), .warn) }
            if exchanges.count > 1 { lines.append(StyledText()) }
        }
        guard lines.isEmpty else { return lines + edited }
        let outcome = OutcomeLines(state: state, task: task).lines(width: width)
        return outcome.isEmpty ? [StyledText("There is no response.", .muted)] : outcome
    }

    /// The shown attempt's exchanges; where it has no answer yet, the one that was answered last.
    private var exchanges: [ExchangeRecord] {
        let own = state.shownAttempt?.exchanges ?? []
        if own.contains(where: { $0.head != nil }) { return own }
        return state.list.selectedAttempt == nil ? state.shownExchange.map { [$0] } ?? own : own
    }

    /// The answer that the program got instead.
    private var edited: [StyledText] {
        guard let answer = task.editedAnswer else { return [] }
        let size = "body of \(answer.body.count.byteText)"
        return [StyledText("edited by hand: the program has got this instead", .warn)]
            + Self.lines(of: answer.head) + [StyledText("\(untrusted: size)", .muted)]
            + DisplayText.lines(untrusted: answer.body.prefix(4_096)).map { StyledText($0) }
    }

    /// The fields that the program got with other values.
    private func handedOn(_ head: ResponseHead) -> [StyledText] {
        let changes = task.changes(in: head)
        guard !changes.isEmpty else { return [] }
        return [StyledText("handed on to the program as", .title)]
            + changes.map { change in
                StyledText("\(untrusted: change.name)", .header) + StyledText(": ", .muted)
                    + StyledText("\(untrusted: change.value)")
            }
    }

    private static func lines(of head: ResponseHead) -> [StyledText] {
        var status = StyledText("\(untrusted: head.httpVersion) ", .muted)
        status.append("\(head.status) \(untrusted: head.reason)", Style.status(head.status).bold)
        return [status] + head.headers.map(line)
    }

    static func line(_ field: Headers.Field) -> StyledText {
        var text = StyledText(DisplayText(untrusted: field.name), .header)
        text.append(": ", .muted)
        text.append(DisplayText(untrusted: field.value))
        return text
    }
}
