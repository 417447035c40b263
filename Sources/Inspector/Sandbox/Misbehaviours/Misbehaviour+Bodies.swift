extension Misbehaviour {
    /// The body is shorter, longer, or framed otherwise than the head says.
    static var ofBodies: [Misbehaviour] { cutBodies + malformedFraming + unexpectedBodies }

    private static var cutBodies: [Misbehaviour] {
        let half = "exactly fifty bytes of the hundred that were named"
        return [
            Misbehaviour(
                "B01", "resets in the middle of a body of known length",
                script: reset(behind: answer("Content-Length: 100", body: half))),
            Misbehaviour(
                "B02", "resets in the middle of a body without a length",
                script: reset(behind: answer("Connection: close", body: half))),
            Misbehaviour(
                "B03", "closes after 50 of 100 bytes", sends: answer("Content-Length: 100", body: half)),
            Misbehaviour(
                "B05", "closes without the last chunk",
                sends: answer("Transfer-Encoding: chunked", body: "5\r\nhello\r\n")),
            Misbehaviour(
                "B16", "falls silent in the middle of the body",
                script: silence(behind: answer("Content-Length: 100", body: half))),
        ]
    }

    private static var malformedFraming: [Misbehaviour] {
        let chunked = "Transfer-Encoding: chunked"
        let chunks = "5\r\nhello\r\n0\r\n\r\n"
        return [
            Misbehaviour(
                "B06", "sends a chunk that is none",
                sends: [
                    "letters": answer(chunked, body: "zz\r\nhello\r\n0\r\n\r\n"),
                    "negative": answer(chunked, body: "-5\r\nhello\r\n0\r\n\r\n"),
                    "overflow": answer(chunked, body: "FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
                    "unseparated": answer(chunked, body: "5\r\nhello5\r\nhello\r\n0\r\n\r\n"),
                ]),
            Misbehaviour(
                "B07", "sends a chunk with an extension of 1 MiB",
                sends: answer(
                    chunked, body: "5;" + String(repeating: "x", count: 1 << 20) + "\r\nhello\r\n0\r\n\r\n"),
                then: .keepAlive),
            Misbehaviour(
                "B24", "writes chunks oddly",
                sends: [
                    "line-feed": answer(chunked, body: "5\nhello\r\n0\r\n\r\n"),
                    "comma": answer(chunked, body: "5,5\r\nhello\r\n0\r\n\r\n"),
                    "unfinished": answer(chunked, body: "5\r\nhello\r\n0\r\n\r"),
                    "http-1.0": "HTTP/1.0 200 OK\r\n\(chunked)\r\n\r\n\(chunks)",
                ]),
            Misbehaviour(
                "B09", "uses a transfer coding that nobody knows",
                sends: answer("Transfer-Encoding: x-sandbox, chunked", body: chunks)),
            Misbehaviour(
                "B10", "says twice that the body is chunked",
                sends: answer("Transfer-Encoding: chunked, chunked", body: chunks), then: .keepAlive),
            Misbehaviour(
                "B11", "says the same length twice",
                sends: [
                    "lines": answer("Content-Length: 5", "Content-Length: 5"),
                    "list": answer("Content-Length: 5, 5"),
                ], then: .keepAlive),
            Misbehaviour(
                "B08", "sends chunks and a length",
                sends: [
                    "length-first": answer("Content-Length: 3", chunked, body: chunks),
                    "chunked-first": answer(chunked, "Content-Length: 3", body: chunks),
                ], then: .keepAlive),
            Misbehaviour(
                "B12", "sends two lengths that differ",
                sends: [
                    "lines": answer("Content-Length: 5", "Content-Length: 3"),
                    "list": answer("Content-Length: 5, 3"),
                ], then: .keepAlive),
            Misbehaviour(
                "B13", "sends a length that is no number",
                sends: [
                    "negative": answer("Content-Length: -1"), "letters": answer("Content-Length: abc"),
                    "apart": answer("Content-Length: 5 5"), "two": answer("Content-Length: 2 9"),
                ]),
            Misbehaviour(
                "B14", "sends a length that is nearly a number",
                sends: [
                    "plus": answer("Content-Length: +5"), "suffix": answer("Content-Length: 5x"),
                    "overflow": answer("Content-Length: 99999999999999999999"),
                ]),
        ]
    }

    private static var unexpectedBodies: [Misbehaviour] {
        [
            Misbehaviour(
                "B04", "sends a second response that nobody asked for",
                sends: answer("Content-Length: 5") + answer("Content-Length: 8", body: "smuggled"),
                then: .keepAlive),
            Misbehaviour(
                "B15", "sends a body where none may be; also for HEAD",
                sends: [
                    "204": "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
                    "304": "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello",
                    "200": answer("Content-Length: 5"),
                ], then: .keepAlive),
            Misbehaviour(
                "B17", "keeps the connection open behind a body without a length",
                script: silence(behind: answer("Connection: keep-alive"))),
            Misbehaviour(
                "B19", "sends a body of 10 GiB",
                script: endless(
                    String(repeating: "\0", count: 1 << 16),
                    behind: answer("Content-Length: \(10 << 30)", body: ""))),
            Misbehaviour(
                "B18", "sends a body for ever",
                script: endless(
                    String(repeating: "and so on, ", count: 5000) + "\n", behind: answer(body: ""))),
        ]
    }
}
