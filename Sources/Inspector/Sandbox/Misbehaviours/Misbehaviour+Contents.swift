extension Misbehaviour {
    /// The content is a trap for whoever reads or shows it, though it arrives well.
    static var ofContents: [Misbehaviour] { oddText + oddDocuments + partial + endless }

    private static func content(_ type: String, _ bytes: [UInt8]) -> Script {
        { connection, _ in
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n")
            return connection.write(bytes) ? .keepAlive : .close
        }
    }

    private static func content(_ type: String, _ text: String) -> Script { content(type, Array(text.utf8)) }

    private static var oddText: [Misbehaviour] {
        [
            Misbehaviour(
                "E11", "sends text that is no UTF-8",
                variants: [
                    Variant(name: "invalid", script: content("text/plain", [0x61, 0xFF, 0xFE, 0x62])),
                    Variant(name: "overlong", script: content("text/plain", [0xC0, 0xAF, 0xE0, 0x80, 0xAF])),
                    Variant(
                        name: "surrogates",
                        script: content("text/plain", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80])),
                    Variant(name: "nul", script: content("text/plain", [0x61, 0x00, 0x62])),
                ]),
            Misbehaviour(
                "E12", "names a charset that is wrong, or unknown",
                variants: [
                    Variant(name: "unknown", script: content("text/plain; charset=x-none", "hello")),
                    Variant(
                        name: "mark",
                        script: content("text/plain; charset=iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xA9])),
                    Variant(
                        name: "utf-16", script: content("text/plain", [0xFF, 0xFE, 0x68, 0x00, 0x69, 0x00])),
                ]),
        ]
    }

    private static var oddDocuments: [Misbehaviour] {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let bomb =
            "<!DOCTYPE a [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>"
        return [
            Misbehaviour(
                "E13", "sends JSON that is hard on parsers",
                variants: [
                    Variant(name: "deep", script: content("application/json", deep)),
                    Variant(
                        name: "numbers",
                        script: content(
                            "application/json", #"{"a":1e999999,"a":12345678901234567890,"a":-0}"#)),
                    Variant(
                        name: "surrogate",
                        script: content("application/json", #"{"a":"\ud800","\u0000":"\u001b"}"#)),
                ]),
            Misbehaviour(
                "E14", "sends XML that grows when its entities are read",
                script: content("application/xml", bomb + "<d>&b;&c;</d>")),
            Misbehaviour(
                "E15", "sends a megabyte in one line",
                script: content("text/plain", String(repeating: "one long line ", count: 75_000))),
        ]
    }

    private static var partial: [Misbehaviour] {
        [
            Misbehaviour(
                "B21", "answers with a part that nobody asked for",
                sends: [
                    "other": "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 90-94/95\r\n"
                        + "Content-Length: 5\r\n\r\nhello",
                    "overlapping": "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 3-1/2\r\n"
                        + "Content-Length: 5\r\n\r\nhello",
                ], then: .keepAlive),
            Misbehaviour("B22", "answers with 1000 parts in one") { connection, request in
                let part = "--B\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-4/5\r\n\r\nhello\r\n"
                let body = String(repeating: part, count: 1000) + "--B--\r\n"
                return content("multipart/byteranges; boundary=B", body)(connection, request)
            },
        ]
    }

    private static var endless: [Misbehaviour] {
        [
            Misbehaviour("B23", "sends events for ever") { connection, _ in
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
                while connection.write("data: tick\n\n"), connection.pause(seconds: 0.02) {}
                return .close
            }
        ]
    }
}
