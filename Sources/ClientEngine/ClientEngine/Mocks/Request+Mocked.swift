import EngineJSON

extension Request {
    /// The request, answered by these in order and not by the network.
    ///
    /// They come before the client's mocks, and replace what an earlier call said. Each task begins them anew.
    public func mocked(_ answers: Mock.Answer..., afterLast: Mock.AfterLast = .repeats) -> Request {
        var own = Mock(id: "request", name: "of the request", match: .any, answers: answers)
        own.afterLast = afterLast
        return with { $0.mock = own }
    }
}

extension TypedRequest {
    /// The request, with this value and not the network's; a later ``map(_:)`` transforms it.
    ///
    /// Nothing is sent, checked or parsed: after the delay there is an empty answer of status 200 with these fields,
    /// whatever mock the request had before.
    public func mocked(_ value: Value, headers: Headers = [:], delay: Duration = .zero) -> TypedRequest {
        var headers = headers
        if Value.self == JSONValue.self, headers["Content-Type"] == nil {
            headers.add("Content-Type", "application/json")
        }
        let answered = sent.mocked(.status(200, headers: headers).after(delay))
        return TypedRequest(answered, rules: ResponseRules(statuses: .anyStatus)) { _ in value }
    }
}

extension Mock.Question {
    /// The request as it would have gone out: its absolute URL, all of its fields, its proof of who asks.
    public var request: Request {
        userInfo[.mocked]
            ?? Request(
                method: mocked.method, url: mocked.url.text, headers: mocked.headers, body: .bytes(body))
    }
}

extension UserInfo.Key<Request> {
    /// The request that a mock's code is asked about.
    static let mocked = UserInfo.Key<Request>("mocked request")
}
