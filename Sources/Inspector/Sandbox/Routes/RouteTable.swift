import EngineJSON
import InspectorHTTPServer

struct RouteTable: Sendable {
    let routes: [Route]

    static func standard() -> RouteTable {
        RouteTable(
            routes: Route.fixed + Route.echo + Route.status + Route.timing + Route.flaky() + Route.encodings
                + Route.authentication + Route.cookies + Route.caching() + Route.misbehaviour)
    }

    func reply(to request: ReceivedRequest) -> Reply {
        let (path, query) = Self.split(request.target)
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for route in routes {
            guard let captures = route.captures(from: segments) else { continue }
            let call = Call(request: request, parameters: captures + PercentCoding.fields(of: query))
            do {
                return try route.reply(call)
            } catch {
                return Reply.problem(error.status, error.why)
            }
        }
        if path == "/" { return .json(["paths": list]) }
        return .json(["error": "there is no such path", "path": .string(path), "paths": list], status: 404)
    }

    private var list: JSONValue {
        .array(
            routes.map { route in
                let query = route.query.isEmpty ? "" : "?" + route.query
                return ["path": .string(route.path + query), "does": .string(route.does)]
            })
    }

    /// Path and query of a target, which may also be a whole URL.
    private static func split(_ target: String) -> (path: String, query: String) {
        var rest = target[...]
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            let authority = rest[scheme.upperBound...]
            rest = authority.firstIndex(of: "/").map { authority[$0...] } ?? "/"
        }
        guard let mark = rest.firstIndex(of: "?") else { return (String(rest), "") }
        return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
    }
}
