import EngineHTTP
import EngineSupport
import InspectorHTTPServer

extension Route {
    static var status: [Route] {
        [
            Route("/status/N", "answers with that status; 1xx comes before a 200") {
                call throws(RouteError) in
                let status = try call.int("N", in: 100...999)
                if status < 200 { return interim(status) }
                return .text(
                    "\(status) \(StatusCode(rawValue: status).reason)".trimmed + "\n", status: status)
            },
            Route(
                "/redirect/N", query: "code=302&to=URL", "redirects N times, then to that URL or /hello"
            ) { call throws(RouteError) in try redirect(call) },
        ]
    }

    private static func interim(_ status: Int) -> Reply {
        .script { connection, request in
            // 101 is not followed by more HTTP, and a client that asked for 100 has had it.
            connection.write(
                "HTTP/1.1 \(status) \(StatusCode(rawValue: status).reason)\r\nLink: </hello>\r\n\r\n")
            let reply = Reply.text("after \(status)\n")
            return ReplyWriter(connection: connection, request: request).send(reply)
        }
    }

    private static func redirect(_ call: Call) throws(RouteError) -> Reply {
        let left = try call.int("N", in: 0...1000)
        let code = try call.int("code", default: 302, in: 300...399)
        let target = try call.headerText("to") ?? "/hello"
        guard left > 0 else { return .text("the end of the redirects\n") }
        let next = "/redirect/\(left - 1)?code=\(code)&to=\(PercentCoding.encoded(target))"
        return .text("\(left) to go\n", status: code).adding("Location", left == 1 ? target : next)
    }
}
