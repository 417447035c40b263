internal import EngineSupport

extension Client {
    /// A client that a program can use everywhere without passing it on.
    ///
    /// It is created at its first use. The engine never uses it. For programs with tests, clients that are passed as
    /// parameters are a better choice.
    public static var shared: Client { sharedClient.client }

    /// Configures ``shared``.
    ///
    /// Call it once, before the first use. The closure is called at once.
    ///
    /// - Returns: Whether it had an effect, which is `false` if the client was already used or configured.
    /// - Throws: The error of the closure. The client then stays unconfigured.
    @discardableResult
    public static func configureShared<Failure: Error>(
        _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try sharedClient.configure(configure)
    }

    private static let sharedClient = SharedClient()
}

/// A client that is created at its first use, with the configuration that was set first.
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

    /// Sets the configuration.
    ///
    /// Returns `false` if it is too late. The closure may call anything, because it runs without a lock.
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
