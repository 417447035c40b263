import EngineJSON

extension Request {
    /// Returns the request, which these answers answer in order instead of the network.
    ///
    /// They come before the mocks of the client, and replace those of an earlier call. Each task starts with the first
    /// one.
    public func mocked(_ answers: Mock.Answer..., afterLast: Mock.AfterLast = .repeats) -> Request {
        var own = Mock(id: "request", name: "of the request", match: .any, answers: answers)
        own.afterLast = afterLast
        return with { $0.mock = own }
    }
}

extension TypedRequest {
    /// Returns the request with this value instead of one from the network.
    ///
    /// A later ``map(_:)`` converts it. Nothing is sent, checked or parsed. After the delay, there is an empty response
    /// with status 200 and these header fields, regardless of earlier mocks of the request.
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
    /// The request as it would have been sent: with its absolute URL, all header fields, and credentials.
    public var request: Request {
        userInfo[.mocked]
            ?? Request(
                method: mocked.method, url: mocked.url.text, headers: mocked.headers, body: .bytes(body))
    }
}

extension UserInfo.Key<Request> {
    /// The key for the request that the closure of a mock receives.
    static let mocked = UserInfo.Key<Request>("mocked request")
}
