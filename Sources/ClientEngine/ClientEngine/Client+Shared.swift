internal import EngineSupport

extension Client {
    /// The client that a program may share without passing it on; it is made when it is first used.
    ///
    /// The engine itself never uses it. Programs that test their parts do better with clients that are passed.
    public static var shared: Client { sharedClient.client }

    /// Says how ``shared`` is to behave; to be called once, before the first use.
    ///
    /// The closure is called at once.
    /// - Returns: Whether it took effect: false where the client was used, or configured, before.
    /// - Throws: What the closure throws; the client then stays unconfigured.
    @discardableResult
    public static func configureShared<Failure: Error>(
        _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try sharedClient.configure(configure)
    }

    private static let sharedClient = SharedClient()
}

/// A client that is made with the configuration that was set first, when it is first asked for.
final class SharedClient: Sendable {
    private enum State {
        case plain
        case configured(ClientConfiguration)
        case made(Client)
    }

    private let state = Locked(State.plain)

    /// The client.
    var client: Client {
        state.withLock { state in
            let client: Client
            switch state {
            case .plain: client = Client()
            case .configured(let configuration): client = Client { $0 = configuration }
            case .made(let made): return made
            }
            state = .made(client)
            return client
        }
    }

    /// Sets the configuration; false where it is too late.
    ///
    /// The closure may use whatever it wants: it runs under no lock.
    func configure<Failure: Error>(
        _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var configuration = ClientConfiguration()
        try configure(&configuration)
        return state.withLock { [configuration] state in
            guard case .plain = state else { return false }
            state = .configured(configuration)
            return true
        }
    }
}
