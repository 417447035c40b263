extension Misbehaviour {
    /// The fields of the head are too many, too long, or written oddly.
    static var ofFields: [Misbehaviour] { largeHeads + oddLines + oddFields + trailerFloods + interimFloods }

    private static let length = "Content-Length: 5"

    private static var largeHeads: [Misbehaviour] {
        func filler(_ name: String, _ size: Int) -> String {
            answer("\(name): " + String(repeating: "v", count: size), length)
        }
        let many = (0..<4000).map { "X-\($0): y" }.joined(separator: "\r\n")
        return [
            Misbehaviour("H07", "sends 4000 header lines", sends: answer(many, length), then: .keepAlive),
            Misbehaviour(
                "H08", "sends a header line of 99 KiB", sends: filler("X-Long", 99 << 10), then: .keepAlive),
            Misbehaviour("H09", "sends a header line of 1 MiB", sends: filler("X-Long", 1 << 20)),
        ]
    }

    private static var oddLines: [Misbehaviour] {
        [
            Misbehaviour(
                "H11", "writes a header's name oddly",
                sends: [
                    "space": answer("X-Space : y", length), "tab": answer("X-Tab\t: y", length),
                    "empty": answer(": no name", length),
                ], then: .keepAlive),
            Misbehaviour(
                "H13", "sends what a terminal would obey in a header",
                variants: hostileValues.map { name, bytes in
                    Variant(name: name) { connection, _ in
                        connection.write("HTTP/1.1 200 OK\r\n\(length)\r\nX-Evil: ")
                        connection.write(bytes)
                        return connection.write("\r\n\r\nhello") ? .keepAlive : .close
                    }
                }),
            Misbehaviour(
                "H15", "continues a header that has not begun",
                sends: "HTTP/1.1 200 OK\r\n  folded: first\r\n\(length)\r\n\r\nhello"),
            Misbehaviour(
                "H17", "sends a carriage return inside of a header, as if a second response followed",
                sends: answer("X-Split: a\rSet-Cookie: evil=1", length), then: .keepAlive),
        ]
    }

    private static let hostileValues: KeyValuePairs<String, [UInt8]> = [
        "escape": Array("\u{1B}[2J\u{1B}[31m".utf8), "title": Array("\u{1B}]0;owned\u{7}".utf8),
        "c1": [0xC2, 0x9B, 0x33, 0x31, 0x6D], "latin1": [0x63, 0x61, 0x66, 0xE9, 0x9B],
        "invalid": [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80],
    ]

    private static var oddFields: [Misbehaviour] {
        [
            Misbehaviour(
                "H28", "sends a date that is far off, or none",
                sends: [
                    "past": answer("Date: Mon, 01 Jan 1900 00:00:00 GMT", length),
                    "future": answer("Date: Fri, 31 Dec 2199 23:59:59 GMT", length),
                    "garbage": answer("Date: when it suits me", length),
                ], then: .keepAlive),
            Misbehaviour(
                "H29", "repeats a header that there can be only one of",
                sends: [
                    "types": answer("Content-Type: text/html", length),
                    "locations": answer("Location: /a", "Location: /b", length),
                ], then: .keepAlive),
            Misbehaviour(
                "H34", "writes names that are none",
                sends: [
                    "space": answer("X Y: 1", length), "quote": answer("\"X\": 1", length),
                    "tab": answer("X\u{0B}: 1", length), "umlaut": answer("\u{DC}: 1", length),
                ]),
            Misbehaviour(
                "H30", "sends trailers that must not be there",
                sends: answer(
                    "Transfer-Encoding: chunked",
                    body: "5\r\nhello\r\n0\r\nContent-Length: 3\r\nSet-Cookie: a=b\r\nHost: x\r\n\r\n"),
                then: .keepAlive),
        ]
    }

    private static var trailerFloods: [Misbehaviour] {
        let end = answer("Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\n")
        return [
            Misbehaviour(
                "H31", "sends trailers for ever",
                script: endless(String(repeating: "X: y\r\n", count: 1000), behind: end)),
            Misbehaviour(
                "H32", "sends one trailer for ever",
                script: endless(String(repeating: "y", count: 1000), behind: end + "X: ")),
        ]
    }

    private static var interimFloods: [Misbehaviour] {
        [
            Misbehaviour("H26", "sends 20 000 interim responses before the answer") { connection, _ in
                let hundred = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 100)
                for _ in 0..<200 { guard connection.write(hundred) else { return .close } }
                return connection.write(answer(length)) ? .keepAlive : .close
            }
        ]
    }
}
