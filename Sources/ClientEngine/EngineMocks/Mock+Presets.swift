import EngineHTTP
import EngineJSON

extension Mock.Match {
    /// Matches every request.
    public static let any = Mock.Match(address: .any)

    /// Matches GET requests by URL.
    ///
    /// Segments `:name` and `{name}` match anything. A scheme, a server or a query that the URL does not contain
    /// matches anything. A relative URL matches the server of the client's base URL, or any server if there is no base
    /// URL. A server without a port has the default port. The query must contain the parameters of the URL, and may
    /// have others.
    public static func get(_ url: String) -> Mock.Match { on(.get, url) }

    /// Matches POST requests by URL, as ``get(_:)`` does.
    public static func post(_ url: String) -> Mock.Match { on(.post, url) }

    /// Matches PUT requests by URL, as ``get(_:)`` does.
    public static func put(_ url: String) -> Mock.Match { on(.put, url) }

    /// Matches PATCH requests by URL, as ``get(_:)`` does.
    public static func patch(_ url: String) -> Mock.Match { on(.patch, url) }

    /// Matches DELETE requests by URL, as ``get(_:)`` does.
    public static func delete(_ url: String) -> Mock.Match { on(.delete, url) }

    /// Matches requests by URL, as ``get(_:)`` does.
    ///
    /// If `method` is `nil`, any method matches.
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

    /// Returns a reply with a text body in UTF-8.
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
    /// Answers with a reply.
    public static func reply(_ reply: Mock.Reply) -> Mock.Answer { Mock.Answer(.response(reply)) }

    /// Answers with a JSON body.
    ///
    /// Its type is `application/json` unless `headers` contains another.
    public static func json(
        _ value: JSONValue, status: StatusCode = 200, headers: Headers = [:]
    ) -> Mock.Answer {
        Mock.Answer(.response(.json(value, status: status, headers: headers)))
    }

    /// Answers with a text body in UTF-8.
    ///
    /// Its type is `text/plain` unless `headers` contains another.
    public static func text(_ text: String, status: StatusCode = 200, headers: Headers = [:]) -> Mock.Answer {
        Mock.Answer(.response(.text(text, status: status, headers: headers)))
    }

    /// Answers with a status and no body.
    public static func status(_ status: StatusCode, headers: Headers = [:]) -> Mock.Answer {
        Mock.Answer(.response(.status(status, headers: headers)))
    }

    static let usedUp = Mock.Answer.text("The mock has given all of its answers.\n", status: 500)

    /// Answers with a failure.
    public static func fault(_ fault: Mock.Fault) -> Mock.Answer { Mock.Answer(.fault(fault)) }

    /// Sends the request to the network.
    public static let passThrough = Mock.Answer(.passThrough)

    /// Returns the same answer with a delay.
    public func after(_ delay: Duration) -> Mock.Answer { Mock.Answer(kind, delay: delay) }

    static func respond(_ status: StatusCode, _ headers: Headers = [:], _ body: Body = .none)
        -> Mock.Answer
    {
        Mock.Answer(.response(Mock.Reply(status: status, headers: headers, body: body)))
    }
}
