import EngineHTTP
import EngineMocks

extension RequestURL {
    /// Returns a URL at `api.test` with this path and query.
    package static func at(_ target: String) -> RequestURL {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return RequestURL(
            text: "http://api.test" + target, scheme: "http", host: "api.test", port: 80,
            path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil)
    }
}

extension MockedRequest {
    /// Returns a request without header fields and body.
    package static func to(_ url: RequestURL, _ method: HTTPMethod = .get) -> MockedRequest {
        MockedRequest(method: method, url: url, headers: [:], body: .none)
    }
}
