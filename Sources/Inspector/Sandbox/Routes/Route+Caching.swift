import EngineHTTP
import EngineJSON
import EngineSupport
import FoundationEssentials
import InspectorHTTPServer

extension Route {
    static func caching() -> [Route] {
        let served = Locked(0)
        return [
            Route("/cache/SECONDS", query: "age=0", "fresh for that long; the serial tells copies apart") {
                call throws(RouteError) in
                let lifetime = try call.int("SECONDS", in: 0...Int(Int32.max))
                let age = try call.int("age", in: 0...Int(Int32.max))
                let serial = served.withLock { serial in
                    serial += 1
                    return serial
                }
                return Reply.json(["serial": JSONValue(serial), "maxAge": JSONValue(lifetime)])
                    // When a cache on the way held it for `age` seconds, it is as old as that.
                    .adding("Date", HTTPDate(Date(timeIntervalSinceNow: -Double(age))).text)
                    .adding("Age", "\(age)")
                    .adding("Cache-Control", "public, max-age=\(lifetime)")
            },
            Route("/etag/TAG", "304 when If-None-Match has that tag") { call throws(RouteError) in
                let tag = "\"" + (try call.headerText("TAG") ?? "") + "\""
                var reply = Reply.text("this is \(tag)\n")
                if isKnown(tag, to: call.request) { reply = Reply(status: 304) }
                return reply.adding("ETag", tag).adding("Cache-Control", "no-cache")
            },
        ]
    }

    private static func isKnown(_ tag: String, to request: ReceivedRequest) -> Bool {
        let known = request.headers(named: "If-None-Match").flatMap { $0.split(separator: ",") }
        return known.map(\.trimmingOptionalSpace).contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
}
