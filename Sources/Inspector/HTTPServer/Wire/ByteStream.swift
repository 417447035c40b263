/// The transport of a connection: a socket, or TLS on one.
package protocol ByteStream: Sendable {
    /// The descriptor of the socket, for polling.
    var descriptor: Int32 { get }

    /// Indicates whether buffered bytes can be read that the descriptor no longer signals.
    var hasPending: Bool { get }

    /// Waits until one of `events` (as in `poll`, or an error) occurs.
    func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?, or stop: StopSignal
    ) -> Socket.Wake

    /// Reads into `buffer`.
    ///
    /// Returns the number of bytes, 0 at the end or after an error, or `nil` if it would block.
    func receive(into buffer: inout [UInt8]) -> Int?

    /// Sends bytes.
    ///
    /// Returns the number accepted, `nil` if it would block, or -1 if the connection is closed.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int?

    /// Ends sending.
    ///
    /// Reading continues.
    func finishSending()

    func close()

    /// Closes with FIN only, as if the connection had been cut.
    func closeWithoutGoodbye()

    /// Closes with RST, and discards unsent data.
    func closeWithReset()
}
