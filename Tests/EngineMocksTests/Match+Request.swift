import EngineHTTP

@testable import EngineMocks

extension Mock.Match {
    /// Returns whether a mock with this match would answer a request.
    ///
    /// An invalid match answers none.
    func matches(
        method: HTTPMethod, url: RequestURL, headers: Headers = [:], body: Body = .none
    ) -> Bool {
        guard let matcher = try? MockMatcher(self) else { return false }
        return matcher.matches(method: method, url: url, headers: headers, body: body)
    }
}
