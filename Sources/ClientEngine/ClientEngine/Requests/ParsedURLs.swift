/// Stores the URLs that were parsed last, because programs often use the same ones again.
///
/// Thread-safe.
final class ParsedURLs: Sendable {
    private let configuration: ClientConfiguration
    private let ownBase: Result<BaseURL?, ClientError>
    /// The URLs by their text, prefixed with the environment to which they are relative.
    private let parsed = RecentValues<String, RequestURL>()

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        ownBase = Result { () throws(ClientError) in try configuration.base(named: nil) }
    }

    /// The base URL of requests that name no environment, or `nil` if there is none or it is invalid.
    var base: BaseURL? { (try? ownBase.get()) ?? nil }

    /// Returns the URL of a request, from the stored ones if possible.
    func target(of request: Request) throws(ClientError) -> RequestURL {
        if let parsed = request.parsedURL { return parsed }
        let environment = request.environment
        let key = environment.map { "\($0)\0\(request.url)" } ?? request.url
        if let known = parsed[key] { return known }
        let base = try environment == nil ? ownBase.get() : configuration.base(named: environment)
        let url = try RequestURL(target: request.url, below: base)
        parsed.insert(url, for: key)
        return url
    }
}
