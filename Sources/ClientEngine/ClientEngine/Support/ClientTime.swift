import FoundationEssentials

/// The clock of a client for frequent calls.
///
/// The clock of the machine is read without a call through a protocol.
final class ClientTime: Sendable {
    private let source: any TimeSource
    private let isOfMachine: Bool

    init(_ source: any TimeSource) {
        self.source = source
        isOfMachine = source is SystemTime
    }

    func now() -> Instant { isOfMachine ? SystemTime().now() : source.now() }

    func date() -> Date { isOfMachine ? SystemTime().date() : source.date() }
}
