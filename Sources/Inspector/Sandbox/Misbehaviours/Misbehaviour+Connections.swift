extension Misbehaviour {
    /// The connection breaks, stalls, or speaks something else.
    static var ofConnections: [Misbehaviour] {
        [
            Misbehaviour("C02", "closes without a byte") { _, _ in .close },
            Misbehaviour("C03", "thinks for a moment, as if it acted, then closes without a byte") {
                connection, _ in
                connection.pause(seconds: 0.1)
                return .close
            },
            Misbehaviour("C04", "resets without a byte") { connection, _ in Route.reset(connection) },
            Misbehaviour("C08", "never answers") { connection, _ in Route.hang(connection) },
            Misbehaviour(
                "C13", "answers like another service",
                sends: [
                    "ssh": "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
                    "smtp": "220 mail.example.com ESMTP Postfix\r\n",
                    // The alert with which a TLS server meets plain text.
                    "tls": "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{46}",
                ]),
        ]
    }
}
