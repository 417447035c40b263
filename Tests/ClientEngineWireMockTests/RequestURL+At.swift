import EngineHTTP

extension RequestURL {
    /// A URL of `api.test` with this path and query.
    static func at(_ target: String) -> RequestURL {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return RequestURL(
            text: "http://api.test" + target, scheme: "http", host: "api.test", port: 80,
            path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil)
    }
}
