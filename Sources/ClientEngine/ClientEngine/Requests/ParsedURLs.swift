/// Keeps the URLs that were parsed last: programs ask for the same ones again and again; may be used from any thread.
final class ParsedURLs: Sendable {
    private let configuration: ClientConfiguration
    private let ownBase: Result<BaseURL?, ClientError>
    /// By their text, behind the environment that they are relative to.
    private let parsed = RecentValues<String, RequestURL>()

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        ownBase = Result { () throws(ClientError) in try configuration.base(named: nil) }
    }

    /// The base URL of requests that name no environment; nil where there is none that can be used.
    var base: BaseURL? { (try? ownBase.get()) ?? nil }

    /// Says where a request goes, or finds it said before.
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
