extension Mock.Question {
    /// The request as it would have gone out: its absolute URL, all of its fields, its proof of who asks.
    public var request: Request {
        userInfo[.mocked]
            ?? Request(
                method: mocked.method, url: mocked.url.text, headers: mocked.headers, body: .data(body))
    }
}

extension UserInfo.Key<Request> {
    /// The request that a mock's code is asked about.
    static let mocked = UserInfo.Key<Request>("mocked request")
}
