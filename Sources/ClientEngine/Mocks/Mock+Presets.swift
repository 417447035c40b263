import JSON

extension Mock.Match {
    /// Matches every request.
    public static let any = Mock.Match(address: .any)

    /// Matches GET requests by path; segments `:name` and `{name}` match anything.
    ///
    /// Without a leading slash the path is relative to the client's base URL.
    public static func get(_ template: String) -> Mock.Match { on(.get, template) }

    /// Matches POST requests by path, as ``get(_:)`` does.
    public static func post(_ template: String) -> Mock.Match { on(.post, template) }

    /// Matches PUT requests by path, as ``get(_:)`` does.
    public static func put(_ template: String) -> Mock.Match { on(.put, template) }

    /// Matches PATCH requests by path, as ``get(_:)`` does.
    public static func patch(_ template: String) -> Mock.Match { on(.patch, template) }

    /// Matches DELETE requests by path, as ``get(_:)`` does.
    public static func delete(_ template: String) -> Mock.Match { on(.delete, template) }

    /// Matches requests of a method, or of any, by path, as ``get(_:)`` does.
    public static func on(_ method: Method?, _ template: String) -> Mock.Match {
        Mock.Match(method: method, address: .pathTemplate(template))
    }
}

extension Mock.Answer {
    /// Answers with a JSON body.
    public static func json(_ value: JSONValue, status: Int = 200) -> Mock.Answer {
        respond(status, ["Content-Type": "application/json"], .data(value.serializedBytes()))
    }

    /// Answers with a body of UTF-8 text.
    public static func text(_ text: String, status: Int = 200) -> Mock.Answer {
        respond(status, ["Content-Type": "text/plain; charset=utf-8"], .text(text))
    }

    /// Answers with a status and no body.
    public static func status(_ status: Int, headers: Headers = [:]) -> Mock.Answer {
        respond(status, headers, .none)
    }

    /// Plays a failure.
    public static func fault(_ fault: Mock.Fault) -> Mock.Answer { Mock.Answer(.fault(fault)) }

    /// Lets the request go to the network.
    public static let passThrough = Mock.Answer(.passThrough)

    /// The same answer after a wait.
    public func after(_ delay: Duration) -> Mock.Answer { Mock.Answer(kind, delay: delay) }

    /// Answers with these parts; the length is added where it is missing.
    public static func respond(_ status: Int, _ headers: Headers = [:], _ body: Body = .none) -> Mock.Answer {
        Mock.Answer(.response(Mock.Reply(status: status, headers: headers, body: body)))
    }
}
