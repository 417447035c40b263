/// A configuration that changes no more, and what is worked out of it once; every task made with it shares it.
final class ClientSettings: Sendable {
    let configuration: Client.Configuration
    let urls: ParsedURLs

    init(_ configuration: Client.Configuration) {
        self.configuration = configuration
        urls = ParsedURLs(configuration)
    }
}

/// What new tasks of a client are made with.
struct ClientSetup: Sendable {
    var settings: ClientSettings
    var loop: LoopThread
    var cache: ResponseCache?
}
