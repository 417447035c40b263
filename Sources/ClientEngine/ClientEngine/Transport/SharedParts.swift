import Synchronization

/// The parts that the loops of a client share; whatever else a loop uses is its own, and no lock guards it.
final class SharedParts: Sendable {
    let configuration: ClientConfiguration
    let mocks: MockStore
    let cache: ResponseCache?
    let hub: EventHub
    let backpressure: Backpressure
    let connectionNumbers: ConnectionNumbers
    /// The exchanges of all loops count.
    let limiter: ConcurrencyLimiter
    /// A server is decided about once, whichever loop speaks with it.
    let trust: ChallengeCoordinator

    init(
        _ configuration: ClientConfiguration, mocks: MockStore, cache: ResponseCache?, hub: EventHub,
        backpressure: Backpressure, connectionNumbers: ConnectionNumbers
    ) {
        self.configuration = configuration
        self.mocks = mocks
        self.cache = cache
        self.hub = hub
        self.backpressure = backpressure
        self.connectionNumbers = connectionNumbers
        limiter = ConcurrencyLimiter(capacity: configuration.connections.maximumConcurrentExchanges)
        trust = ChallengeCoordinator(configuration.connections.tls.challenge)
    }
}

/// Numbers the connections of a client, from 0 on.
///
/// The client numbers them: before version 8.2 (`CURLINFO_CONN_ID`), libcurl's numbers are in its log alone.
final class ConnectionNumbers: Sendable {
    private let count = Atomic(0)

    /// Returns the next number.
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
