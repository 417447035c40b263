/// Keeps the URLs that were parsed last: programs ask for the same ones again and again; may be used from any thread.
final class ParsedURLs: Sendable {
    private struct Key: Hashable {
        let text: String
        let environment: String?
    }

    private let configuration: ClientConfiguration
    private let ownBase: Result<BaseURL?, ClientError>
    private let parsed: RecentValues<Key, RequestURL>

    init(_ configuration: ClientConfiguration, capacity: Int = 64) {
        self.configuration = configuration
        ownBase = Result { () throws(ClientError) in try configuration.base(named: nil) }
        parsed = RecentValues(capacity: capacity)
    }

    /// The base URL of requests that name no environment; nil where there is none that can be used.
    var base: BaseURL? { (try? ownBase.get()) ?? nil }

    /// Says where a request goes, or finds it said before.
    func target(of request: Request) throws(ClientError) -> RequestURL {
        let key = Key(text: request.url, environment: request.environment)
        if let known = parsed[key] { return known }
        let base = try key.environment == nil ? ownBase.get() : configuration.base(named: key.environment)
        let url = try RequestURL(target: request.url, below: base)
        parsed.insert(url, for: key)
        return url
    }
}
