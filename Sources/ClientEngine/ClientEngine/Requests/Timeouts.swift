/// Timeouts for the parts of an exchange.
///
/// If a timeout is `nil`, that of the server's environment applies, otherwise that of the client. The defaults are 10 s
/// for the connection, and 30 s for each other part.
public struct Timeouts: Sendable, Hashable {
    /// From the start of the exchange until it has a connection, including name resolution, TCP and TLS.
    public var connect: Duration?
    /// From the last byte of the request to the first byte of the response.
    public var firstByte: Duration?
    /// From the first byte of the response head to its end.
    public var head: Duration?
    /// Without a byte in either direction while a body is being transferred.
    public var idle: Duration?

    /// Creates timeouts.
    ///
    /// Those that are `nil` are taken from the environment or the client.
    public init(
        connect: Duration? = nil, firstByte: Duration? = nil, head: Duration? = nil, idle: Duration? = nil
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.head = head
        self.idle = idle
    }

    /// The default timeouts: 10 s for the connection, 30 s for each other part.
    public static let standard = Timeouts(
        connect: .seconds(10), firstByte: .seconds(30), head: .seconds(30), idle: .seconds(30))

    /// Timeouts that never expire.
    public static let unlimited = Timeouts(
        connect: .unlimited, firstByte: .unlimited, head: .unlimited, idle: .unlimited)

    /// Returns the timeouts, with those that are `nil` taken from `base`.
    public func merged(over base: Timeouts) -> Timeouts {
        Timeouts(
            connect: connect ?? base.connect, firstByte: firstByte ?? base.firstByte,
            head: head ?? base.head, idle: idle ?? base.idle)
    }
}

extension Duration {
    /// A duration without limit: a timeout of this length never expires.
    public static let unlimited = Duration.seconds(Int64.max)
}
