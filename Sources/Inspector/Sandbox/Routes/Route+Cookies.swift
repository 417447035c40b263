import EngineHTTP
import EngineJSON
import InspectorHTTPServer

extension Route {
    static var cookies: [Route] {
        [
            Route("/cookies", "the cookies that came, as JSON") { call in
                .json(["cookies": .object(JSONObject(received(call.request)))])
            },
            Route("/cookies/set", query: "name=value", "sets these cookies") { call throws(RouteError) in
                var reply = Reply.json([
                    "set": .object(
                        JSONObject(
                            call.parameters.map { JSONObject.Member(name: $0.name, value: .string($0.value)) }
                        ))
                ])
                for cookie in call.parameters {
                    let pair = try Call.checkedForHeader("\(cookie.name)=\(cookie.value)")
                    reply = reply.adding("Set-Cookie", pair + "; Path=/")
                }
                return reply
            },
        ]
    }

    private static func received(_ request: ReceivedRequest) -> [JSONObject.Member] {
        request.headers(named: "Cookie").flatMap { $0.split(separator: ";") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1].trimmingOptionalSpace) : ""
            return JSONObject.Member(name: String(parts[0].trimmingOptionalSpace), value: .string(value))
        }
    }
}
