import InspectorHTTPServer

extension Route {
    static var timing: [Route] { whole + inPieces }

    private static var whole: [Route] {
        [
            Route("/delay/SECONDS", "answers after that time") { call throws(RouteError) in
                let delay = try call.seconds("SECONDS")
                var reply = Reply.text("waited \(delay) s\n")
                reply.delay = delay
                return reply
            },
            Route("/bytes/N", "that many bytes") { call throws(RouteError) in
                bytes(try call.int("N", in: 0...(1 << 40)))
            },
            Route("/slow-headers", query: "delay=0.5", "a good answer, its header lines one by one") {
                call throws(RouteError) in
                let delay = try call.seconds("delay", default: 0.5)
                return .script { connection, request in
                    let body = request.method == "HEAD" ? "" : "slow\n"
                    return slowHeaders(connection, delay: delay, body: body)
                }
            },
        ]
    }

    private static var inPieces: [Route] {
        [
            Route("/drip", query: "bytes=10&delay=0.2", "one byte after the other, length known") {
                call throws(RouteError) in
                let count = try call.int("bytes", default: 10, in: 0...1_000_000)
                let delay = try call.seconds("delay", default: 0.2)
                return Reply(
                    headers: [Field("Content-Type", "text/plain")],
                    body: .sized(count) { index in
                        let letter = UInt8(ascii: "a") + UInt8(index % 26)
                        return index < count ? Reply.Slice(bytes: [letter], delay: delay) : nil
                    })
            },
            Route("/stream", query: "lines=10&delay=0.1", "lines of JSON, in chunks") {
                call throws(RouteError) in
                let count = try call.int("lines", default: 10, in: 0...1_000_000)
                let delay = try call.seconds("delay", default: 0.1)
                return lines(count, after: delay, type: "application/x-ndjson") { number in
                    "{\"line\":\(number),\"of\":\(count)}\n"
                }
            },
            Route("/sse", query: "events=5&delay=0.2", "server-sent events") { call throws(RouteError) in
                let count = try call.int("events", default: 5, in: 0...1_000_000)
                let delay = try call.seconds("delay", default: 0.2)
                return lines(count, after: delay, type: "text/event-stream") { number in
                    "event: tick\nid: \(number)\ndata: {\"event\":\(number),\"of\":\(count)}\n\n"
                }.adding("Cache-Control", "no-store")
            },
        ]
    }

    private static func bytes(_ count: Int) -> Reply {
        let block = (0..<(64 << 10)).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
        return Reply(
            headers: [Field("Content-Type", "application/octet-stream")],
            body: .sized(count) { index in
                let left = count - index * block.count
                if left <= 0 { return nil }
                return Reply.Slice(bytes: left < block.count ? Array(block[..<left]) : block)
            })
    }

    private static func lines(
        _ count: Int, after delay: Double, type: String, line: @escaping @Sendable (Int) -> String
    ) -> Reply {
        Reply(
            headers: [Field("Content-Type", type)],
            body: .chunked { index in
                guard index < count else { return nil }
                return Reply.Slice(bytes: Array(line(index + 1).utf8), delay: delay)
            })
    }

    private static func slowHeaders(
        _ connection: RawConnection, delay: Double, body: String
    ) -> Persistence {
        let lines = [
            "HTTP/1.1 200 OK", "Content-Type: text/plain", "X-Slow-1: one", "X-Slow-2: two",
            "Content-Length: 5", "",
        ]
        for line in lines {
            guard connection.pause(seconds: delay), connection.write(line + "\r\n") else { return .close }
        }
        return connection.write(body) ? .keepAlive : .close
    }
}
