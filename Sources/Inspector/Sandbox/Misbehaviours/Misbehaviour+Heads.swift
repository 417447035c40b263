extension Misbehaviour {
    /// The head of the response is broken, endless, or unusual.
    static var ofHeads: [Misbehaviour] { unfinishedHeads + malformedHeads + unusualStatusLines }

    private static let halfHead = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Half: wri"

    private static var unfinishedHeads: [Misbehaviour] {
        [
            Misbehaviour("H01", "resets in the middle of the head", script: reset(behind: halfHead)),
            Misbehaviour("H02", "closes in the middle of the head", sends: halfHead),
            Misbehaviour("H03", "sends the head byte by byte, for ever") { connection, _ in
                connection.write("HTTP/1.1 200 OK\r\nX-Slow: ")
                while connection.pause(seconds: 0.2), connection.write("a") {}
                return .close
            },
            Misbehaviour(
                "H04", "falls silent after the head",
                script: silence(behind: answer("Content-Length: 5", body: ""))),
            Misbehaviour(
                "H05", "sends header lines for ever",
                script: endless(
                    String(repeating: "X: y\r\n", count: 1000), behind: "HTTP/1.1 200 OK\r\n")),
            Misbehaviour("H06", "sends 100 000 header lines, then the body") { connection, _ in
                connection.write("HTTP/1.1 200 OK\r\n")
                for thousand in 0..<100 {
                    let lines = (0..<1000).map { "X-\(thousand * 1000 + $0): y\r\n" }
                    guard connection.write(lines.joined()) else { return .close }
                }
                return connection.write("Content-Length: 5\r\n\r\nhello") ? .keepAlive : .close
            },
        ]
    }

    private static var malformedHeads: [Misbehaviour] {
        let length = "Content-Length: 5"
        return [
            Misbehaviour("H10", "sends a header line without a colon", sends: answer("NoColonHere", length)),
            Misbehaviour(
                "H12", "sends NUL in a header",
                sends: [
                    "value": answer("X-Nul: a\0b", length), "name": answer("X-\0Nul: ab", length),
                ]),
            Misbehaviour(
                "H14", "continues a header on a second line",
                sends: answer("X-Folded: first", "  second", length), then: .keepAlive),
            Misbehaviour(
                "H16", "ends its lines with a bare line feed",
                sends: "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 5\n\nhello",
                then: .keepAlive),
            Misbehaviour(
                "H18", "answers without a head, as HTTP/0.9",
                sends: "<html><body>Before there were status lines.</body></html>\n"),
        ]
    }

    private static var unusualStatusLines: [Misbehaviour] {
        let rest = "\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
        return [
            Misbehaviour(
                "H19", "answers in HTTP/1.0 without a length",
                sends: "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end\n"),
            Misbehaviour(
                "H20", "sends no reason phrase",
                sends: ["space": "HTTP/1.1 200 " + rest, "no-space": "HTTP/1.1 200" + rest],
                then: .keepAlive),
            Misbehaviour(
                "H21", "sends a status that is none",
                variants: ["99", "099", "000", "1000", "-1", "abc", "20x"].map { status in
                    Variant(name: status) { connection, _ in
                        connection.write("HTTP/1.1 \(status) Odd" + rest)
                        return .close
                    }
                }),
            Misbehaviour(
                "H25", "sends ten interim responses before the answer",
                sends: String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </hello>\r\n\r\n", count: 10)
                    + answer("Content-Length: 5"),
                then: .keepAlive),
            Misbehaviour(
                "H33", "writes the status line so that there is no status",
                sends: ["blanks": "HTTP/1.1  500 X" + rest, "joined": "HTTP/1.1 500X" + rest]),
            Misbehaviour(
                "H27", "switches to a protocol that nobody asked for",
                script: silence(
                    behind: "HTTP/1.1 101 Switching Protocols\r\n"
                        + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n")),
        ]
    }
}
