import CEngineOpenSSL
import EngineHTTP
import Glibc

/// TLS on a socket, used by one thread at a time.
///
/// `@unchecked Sendable` is sound: the pointer is a constant, OpenSSL allows use from any thread, and a thread that
/// hands a stream on no longer uses it. The thread of the handshake creates the stream and finally gives it to the
/// client's loop. The loop stops watching it before giving it to the thread of an upgrade, which finally gives it
/// to the pump's thread.
package final class TLSStream: ByteStream, @unchecked Sendable {
    /// The reason why a handshake failed.
    package struct HandshakeError: Error {
        /// The number of the alert with which the client ended the handshake (RFC 8446, section 6.2), or `nil`
        /// without an alert.
        package let alert: Int?
        /// OpenSSL's message, or `nil` if the client disconnected or timed out.
        package let reason: String?
    }

    private let socket: Socket
    private let server: TLSServer?
    private let session: OpaquePointer

    /// Creates a server-side stream that begins with bytes received early.
    ///
    /// Returns `nil` if memory ran out.
    package init?(on socket: Socket, as server: TLSServer, early: ArraySlice<UInt8> = []) {
        guard let session = server.session(on: socket.descriptor, early: early) else { return nil }
        self.socket = socket
        self.server = server
        self.session = session
    }

    /// Creates a client-side stream, for a server with this name that the authorities in a file certify.
    ///
    /// Returns `nil` if that fails.
    package init?(to host: String, trusting authorities: String, on socket: Socket) {
        guard let session = cossl_session_connect(host, authorities, socket.descriptor) else { return nil }
        self.socket = socket
        server = nil
        self.session = session
    }

    package var descriptor: Int32 { socket.descriptor }

    package var hasPending: Bool { cossl_session_has_pending(session) != 0 }

    deinit {
        cossl_session_destroy(session)
    }

    package func shakeHands(
        until deadline: ContinuousClock.Instant? = nil, or stop: StopSignal
    ) throws(HandshakeError) {
        while true {
            let events: Int32
            switch cossl_session_handshake(session) {
            case Int32(COSSL_DONE): return
            case Int32(COSSL_WANTS_INPUT): events = Int32(POLLIN)
            case Int32(COSSL_WANTS_OUTPUT): events = Int32(POLLOUT)
            default: throw failure
            }
            guard socket.wait(for: events, until: deadline, or: stop) == .ready else { throw failure }
        }
    }

    private var failure: HandshakeError {
        let alert = Int(cossl_session_alert(session))
        return HandshakeError(
            alert: alert < 0 ? nil : alert, reason: cossl_session_failure(session).map { String(cString: $0) }
        )
    }

    package func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?, or stop: StopSignal
    ) -> Socket.Wake {
        // The socket does not signal data that TLS has buffered.
        let isReady = events & Int32(POLLIN) != 0 && hasPending
        guard isReady else { return socket.wait(for: events, until: deadline, or: stop) }
        return stop.isRaised ? .stopped : .ready
    }

    package func receive(into buffer: inout [UInt8]) -> Int? {
        let count = cossl_session_read(session, &buffer, buffer.count)
        if count > 0 { return count }
        return Self.wouldBlock(count) ? nil : 0
    }

    package func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = cossl_session_write(session, bytes.baseAddress, bytes.count)
        if count > 0 { return count }
        return Self.wouldBlock(count) ? nil : -1
    }

    package func finishSending() {
        cossl_session_finish(session)
        socket.finishSending()
    }

    package func close() {
        cossl_session_finish(session)
        socket.close()
    }

    package func closeWithoutGoodbye() {
        socket.close()
    }

    package func closeWithReset() {
        socket.closeWithReset()
    }

    private static func wouldBlock(_ result: Int) -> Bool {
        result == Int(COSSL_WANTS_INPUT) || result == Int(COSSL_WANTS_OUTPUT)
    }
}
