import ClientEngine
import InspectorCanvas

/// The connections that the shown attempt ran on.
struct ConnectionPage {
    let state: State
    let task: TaskRecord

    var lines: [StyledText] {
        let exchanges = state.shownAttempt?.exchanges ?? []
        let asking = task.origin.provenance.program.map { [StyledText.fact("asked by", $0.text)] } ?? []
        let lines = exchanges.flatMap { card(of: $0, isOnly: exchanges.count == 1) }
        guard lines.isEmpty else {
            return tunnel + asking + lines + SharedConnections(state: state).lines
        }
        let text: DisplayText =
            task.isMocked
            ? "A mock answered: there was no connection."
            : task.state.isFinished ? "There was no connection." : "There is no connection yet."
        return tunnel + asking + [StyledText(text, .muted)] + (task.isUnverified ? [Self.unverified] : [])
    }

    /// The remark about a tunnel, and the way to see into it.
    private var tunnel: [StyledText] {
        if task.origin.provenance.source == .opened {
            let text: DisplayText =
                "TLS opened: the program sees a certificate of this session; the server's own was checked here"
            return [StyledText(text, .muted)]
        }
        guard task.isTunnel else { return [] }
        let why = task.unopenedReason.map { [StyledText("not opened: \(untrusted: $0)", .warn)] } ?? []
        return why + [
            StyledText(
                "not decrypted: what goes through this tunnel is between the program and its server", .warn),
            StyledText(
                "inspector watch --tls HOST opens it; --as VARIABLE=URL shows it without certificates, where a variable names the server",
                .muted),
        ]
    }

    private func card(of exchange: ExchangeRecord, isOnly: Bool) -> [StyledText] {
        guard let connection = exchange.connection else { return [] }
        var lines = isOnly ? [] : [StyledText("exchange \(exchange.number)", .title)]
        lines.append(.fact("connection", "#\(connection.id), \(connection.isReused ? "reused" : "new")"))
        lines.append(.fact("to", Self.target(of: exchange, connection)))
        if let proxy = connection.proxy { lines.append(.fact("proxy", proxy)) }
        if connection.unixSocket == nil { lines.append(.fact("from", connection.localText)) }
        if let version = exchange.head?.httpVersion { lines.append(.fact("protocol", version)) }
        if let tls = connection.tls { lines += Self.lines(of: tls) }
        lines.append(.fact("sent", (exchange.requestHead.count + exchange.bodySent).byteText))
        let head = exchange.head?.wireBytes.count ?? 0
        lines.append(.fact("received", (head + exchange.bodyReceived).byteText))
        lines += exchange.anomalies.map { StyledText(DisplayText(untrusted: $0.description), .warn) }
        // As it was then: a certificate that has expired since was good at the time.
        let date = task.origin.date.addingTimeInterval((exchange.started - task.created).seconds)
        lines += CertificateLines(certificates: connection.tls?.certificates ?? [], date: date).lines
        return isOnly ? lines : lines + [StyledText()]
    }

    /// The host and the address; once where they are the same.
    private static func target(of exchange: ExchangeRecord, _ connection: ConnectionRecord) -> String {
        let (host, address) = (exchange.start.url.host, connection.remoteText)
        return address.hasPrefix("\(host):") ? address : "\(host)  \(address)"
    }

    private static func lines(of tls: ConnectionRecord.TLS) -> [StyledText] {
        var lines: [StyledText] = [.fact("tls", "\(tls.version)  \(tls.cipher)")]
        if let chosen = tls.applicationProtocol { lines.append(.fact("alpn", chosen)) }
        return tls.isVerified ? lines : lines + [unverified]
    }

    private static let unverified = StyledText(
        "certificate not checked (-k): anybody on the way can read and change this", .warn)
}

extension ConnectionRecord {
    /// The address and port at its other end, and at this one.
    var remoteText: String { unixSocket.map { "unix:\($0)" } ?? Self.text(remoteAddress, remotePort) }
    var localText: String { Self.text(localAddress, localPort) }

    private static func text(_ address: String, _ port: Int) -> String {
        address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
