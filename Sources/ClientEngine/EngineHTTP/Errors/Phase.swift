/// The phase of an exchange.
///
/// Phases are ordered as they occur. New cases may be added in any release, so use a default case.
public enum Phase: String, Sendable, Hashable, CaseIterable, Comparable, CustomStringConvertible {
    /// Waiting inside the engine.
    case queue
    /// Resolving the host name.
    case dns
    /// Connecting by TCP.
    case connect
    /// The TLS handshake.
    case tls
    /// Sending the head and the body.
    case send
    /// Waiting for the first byte of the response.
    case wait
    /// Receiving the head and the body.
    case receive
    /// Decoding and parsing the response.
    case process

    /// The name of the phase, such as `dns`.
    public var description: String { rawValue }

    /// Returns whether `left` comes before `right`.
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
