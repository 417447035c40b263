import Canvas
import ClientEngine

/// The connections that the shown attempt ran on.
struct ConnectionPage {
    private let state: State
    private let task: TaskRecord

    init(_ state: State, task: TaskRecord) {
        self.state = state
        self.task = task
    }

    var lines: [StyledText] {
        let exchanges = state.shownAttempt?.exchanges ?? []
        let lines = exchanges.flatMap { card(of: $0, isOnly: exchanges.count == 1) }
        guard lines.isEmpty else { return lines + SharedConnections(state, task: task).lines }
        return [
            StyledText(
                task.isMocked ? "A mock answered: there was no connection." : "There was no connection.",
                .muted)
        ]
    }

    private func card(of exchange: ExchangeRecord, isOnly: Bool) -> [StyledText] {
        guard let connection = exchange.connection else { return [] }
        var lines = isOnly ? [] : [StyledText("exchange \(exchange.number)", .title)]
        lines.append(fact("connection", "#\(connection.id), \(connection.isReused ? "reused" : "new")"))
        lines.append(
            fact("to", "\(exchange.start.url.host)  \(connection.remoteAddress):\(connection.remotePort)"))
        lines.append(fact("from", "\(connection.localAddress):\(connection.localPort)"))
        if let version = exchange.head?.httpVersion { lines.append(fact("protocol", version)) }
        if let tls = connection.tls { lines.append(fact("tls", "\(tls.version)  \(tls.cipher)")) }
        lines.append(fact("sent", (exchange.requestHead.count + exchange.bodySent).byteText))
        let head = exchange.head?.wireBytes.count ?? 0
        lines.append(fact("received", (head + exchange.bodyReceived).byteText))
        return isOnly ? lines : lines + [StyledText()]
    }

    private func fact(_ name: DisplayText, _ value: String) -> StyledText {
        StyledText(name.padded(to: 13), .header) + StyledText(DisplayText(untrusted: value))
    }
}
