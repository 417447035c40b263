import EngineHTTP
import EngineJSON

extension Mock.Match {
    /// Matches every request.
    public static let any = Mock.Match(address: .any)

    /// Matches GET requests by URL; segments `:name` and `{name}` match anything.
    ///
    /// Scheme, server and query match anything where the URL does not name them. It may be relative, and then holds for the
    /// server of the client's base URL; without one, for any. A server without a port has the usual one. The query must
    /// have the URL's parameters, among others.
    public static func get(_ url: String) -> Mock.Match { on(.get, url) }

    /// Matches POST requests by URL, as ``get(_:)`` does.
    public static func post(_ url: String) -> Mock.Match { on(.post, url) }

    /// Matches PUT requests by URL, as ``get(_:)`` does.
    public static func put(_ url: String) -> Mock.Match { on(.put, url) }

    /// Matches PATCH requests by URL, as ``get(_:)`` does.
    public static func patch(_ url: String) -> Mock.Match { on(.patch, url) }

    /// Matches DELETE requests by URL, as ``get(_:)`` does.
    public static func delete(_ url: String) -> Mock.Match { on(.delete, url) }

    /// Matches requests of a method, or of any, by URL, as ``get(_:)`` does.
    public static func on(_ method: HTTPMethod?, _ url: String) -> Mock.Match {
        Mock.Match(method: method, address: .url(url))
    }
}

extension Mock.Reply {
    /// Returns a reply with a JSON body.
    public static func json(
        _ value: JSONValue, status: StatusCode = 200, headers: Headers = [:]
    ) -> Mock.Reply {
        typed("application/json", status, headers, .bytes(value.serializedBytes()))
    }

    /// Returns a reply with a body of UTF-8 text.
    public static func text(_ text: String, status: StatusCode = 200, headers: Headers = [:]) -> Mock.Reply {
        typed("text/plain; charset=utf-8", status, headers, .text(text))
    }

    /// Returns a reply with a status and no body.
    public static func status(_ status: StatusCode, headers: Headers = [:]) -> Mock.Reply {
        Mock.Reply(status: status, headers: headers)
    }

    private static func typed(
        _ type: String, _ status: StatusCode, _ headers: Headers, _ body: Body
    ) -> Mock.Reply {
        var headers = headers
        if headers["Content-Type"] == nil { headers.add("Content-Type", type) }
        return Mock.Reply(status: status, headers: headers, body: body)
    }
}

extension Mock.Answer {
    /// Answers with a reply of your own.
    public static func reply(_ reply: Mock.Reply) -> Mock.Answer { Mock.Answer(.response(reply)) }

    /// Answers with a JSON body; its type is `application/json` unless the fields name another.
    public static func json(
        _ value: JSONValue, status: StatusCode = 200, headers: Headers = [:]
    ) -> Mock.Answer {
        Mock.Answer(.response(.json(value, status: status, headers: headers)))
    }

    /// Answers with a body of UTF-8 text; its type is `text/plain` unless the fields name another.
    public static func text(_ text: String, status: StatusCode = 200, headers: Headers = [:]) -> Mock.Answer {
        Mock.Answer(.response(.text(text, status: status, headers: headers)))
    }

    /// Answers with a status and no body.
    public static func status(_ status: StatusCode, headers: Headers = [:]) -> Mock.Answer {
        Mock.Answer(.response(.status(status, headers: headers)))
    }

    static let usedUp = Mock.Answer.text("The mock has given all of its answers.\n", status: 500)

    /// Plays a failure.
    public static func fault(_ fault: Mock.Fault) -> Mock.Answer { Mock.Answer(.fault(fault)) }

    /// Lets the request go to the network.
    public static let passThrough = Mock.Answer(.passThrough)

    /// Returns the same answer after a wait.
    public func after(_ delay: Duration) -> Mock.Answer { Mock.Answer(kind, delay: delay) }

    static func respond(_ status: StatusCode, _ headers: Headers = [:], _ body: Body = .none)
        -> Mock.Answer
    {
        Mock.Answer(.response(Mock.Reply(status: status, headers: headers, body: body)))
    }
}
