/// Timeouts for the parts of an exchange.
///
/// A part that is nil is left open: the server's environment decides, else the client; then 10 s hold for a
/// connection, and 30 s for each other part.
public struct Timeouts: Sendable, Hashable {
    /// From the beginning of the exchange until it has a connection: name resolution, TCP and TLS together.
    public var connect: Duration?
    /// From the request's last byte to the first byte of the response.
    public var firstByte: Duration?
    /// From the first byte of the response's head to its end.
    public var head: Duration?
    /// Without a byte in either direction while a body is under way.
    public var idle: Duration?

    /// Creates timeouts; a part without a value is left open.
    public init(
        connect: Duration? = nil, firstByte: Duration? = nil, head: Duration? = nil, idle: Duration? = nil
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.head = head
        self.idle = idle
    }

    /// The default timeouts: 10 s for a connection, 30 s for each other part.
    public static let standard = Timeouts(
        connect: .seconds(10), firstByte: .seconds(30), head: .seconds(30), idle: .seconds(30))

    /// Timeouts that never pass.
    public static let unlimited = Timeouts(
        connect: .unlimited, firstByte: .unlimited, head: .unlimited, idle: .unlimited)

    /// Returns the timeouts, with those that are left open taken from `base`.
    public func merged(over base: Timeouts) -> Timeouts {
        Timeouts(
            connect: connect ?? base.connect, firstByte: firstByte ?? base.firstByte,
            head: head ?? base.head, idle: idle ?? base.idle)
    }
}

extension Duration {
    /// Longer than anything takes: a timeout of this length never passes.
    public static let unlimited = Duration.seconds(Int64.max)
}
