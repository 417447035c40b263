/// The parts of an exchange, in the order in which they happen.
///
/// New cases may be added in any release: switch with a default.
public enum Phase: String, Sendable, Hashable, CaseIterable, Comparable, CustomStringConvertible {
    /// Waiting for its turn inside the engine.
    case queue
    /// Resolving the name.
    case dns
    /// Connecting TCP.
    case connect
    /// Shaking hands with TLS.
    case tls
    /// Sending the head and the body.
    case send
    /// Waiting for the first byte of the final status.
    case wait
    /// Receiving the head and the body.
    case receive
    /// Decoding and parsing.
    case process

    /// The name of the phase, such as `dns`.
    public var description: String { rawValue }

    /// Returns whether a phase comes before another.
    public static func < (left: Phase, right: Phase) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .queue: 0
        case .dns: 1
        case .connect: 2
        case .tls: 3
        case .send: 4
        case .wait: 5
        case .receive: 6
        case .process: 7
        }
    }
}
