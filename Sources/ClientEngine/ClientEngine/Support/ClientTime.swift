import FoundationEssentials

/// The time of a client, for what asks for it with every line: that of the machine is read without the detour of a protocol.
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
