/// How long each part of an exchange may take; nil waits for ever.
public struct Deadlines: Sendable, Hashable {
    /// Until the connection stands: name resolution, TCP and TLS together.
    public var connect: Duration?
    /// From the request's last byte to the first byte of the response.
    public var firstByte: Duration?
    /// From the first byte of the response's head to its end.
    public var head: Duration?
    /// Without a byte in either direction while a body is under way.
    public var idle: Duration?

    /// Creates deadlines; left out they are the defaults: connect 10 s, first byte 30 s, head 30 s, idle 30 s.
    public init(
        connect: Duration? = .seconds(10),
        firstByte: Duration? = .seconds(30),
        head: Duration? = .seconds(30),
        idle: Duration? = .seconds(30)
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.head = head
        self.idle = idle
    }
}
