/// The transport of a connection: a socket, or TLS on one.
package protocol ByteStream: Sendable {
    /// The descriptor of the socket, to wait for.
    var descriptor: Int32 { get }

    /// Indicates whether bytes can be read that the descriptor has given already.
    var hasPending: Bool { get }

    /// Waits until one of `events` (as in `poll`, or an error) can be handled.
    func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?, or stop: StopSignal
    ) -> Socket.Wake

    /// Returns the number of bytes read, 0 at the end, nil when it would block; an error counts as the end.
    func receive(into buffer: inout [UInt8]) -> Int?

    /// Returns the number of bytes taken, nil when it would block, -1 when the connection is gone.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int?

    /// Says that nothing more will be sent, and still reads.
    func finishSending()

    func close()

    /// Closes with FIN alone, as a connection ends that was cut on the way.
    func closeWithoutGoodbye()

    /// Closes with RST; what was not yet sent is thrown away.
    func closeWithReset()
}
