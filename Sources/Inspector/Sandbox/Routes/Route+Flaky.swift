import EngineHTTP
import EngineJSON
import EngineSupport
import InspectorHTTPServer

/// The number of tries of each key; after the success the count begins again, so that a demonstration can be repeated.
struct FlakyCycles: Sendable {
    private var tries: [String: Int] = [:]

    /// Returns the number of this try, from 1; the one after `failures` succeeds.
    mutating func next(key: String, failures: Int) -> Int {
        let cycle = "\(failures) \(key)"
        let number = tries[cycle, default: 0] + 1
        tries[cycle] = number > failures ? nil : number
        return number
    }
}

extension Route {
    private struct Try: Sendable {
        let key: String
        let number: Int
        let failures: Int

        var isOK: Bool { number > failures }

        var report: JSONValue {
            [
                "key": .string(key), "try": JSONValue(number), "of": JSONValue(failures + 1),
                "ok": .bool(isOK),
            ]
        }
    }

    static func flaky() -> [Route] {
        let cycles = Locked(FlakyCycles())
        return [
            Route(
                "/flaky/N", query: "key=K&code=503&retry-after=…&how=status|reset|hang|truncate",
                "the first N requests of a key fail, then 200; the body says which try it was"
            ) { call throws(RouteError) in
                let failures = try call.int("N", in: 0...1000)
                let failure = try failure(call)
                let key = call.text("key", default: "default")
                let number = cycles.withLock { $0.next(key: key, failures: failures) }
                let attempt = Try(key: key, number: number, failures: failures)
                return attempt.isOK ? .json(attempt.report) : failure(attempt)
            }
        ]
    }

    private static func failure(_ call: Call) throws(RouteError) -> @Sendable (Try) -> Reply {
        let code = try call.int("code", default: 503, in: 200...999)
        let retryAfter = try call.headerText("retry-after")
        switch call.text("how", default: "status") {
        case "status":
            return { attempt in
                let reply = Reply.json(attempt.report, status: code)
                return retryAfter.map { reply.adding("Retry-After", $0) } ?? reply
            }
        case "reset":
            return { _ in .script { connection, _ in reset(connection) } }
        case "hang":
            return { _ in .script { connection, _ in hang(connection) } }
        case "truncate":
            return { attempt in
                .script { connection, _ in truncate(attempt.report.serialized(), on: connection) }
            }
        case let other:
            throw RouteError(why: "how must be status, reset, hang or truncate, not \(other)")
        }
    }

    static func reset(_ connection: RawConnection) -> Persistence {
        connection.closeWithReset()
        return .close
    }

    static func hang(_ connection: RawConnection) -> Persistence {
        connection.waitUntilClosed()
        return .close
    }

    /// Promises the whole text and sends the first half.
    static func truncate(_ text: String, on connection: RawConnection) -> Persistence {
        let bytes = Array(text.utf8)
        connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")
        connection.write("Content-Length: \(bytes.count)\r\n\r\n")
        connection.write(Array(bytes.prefix(bytes.count / 2)))
        return .close
    }
}
