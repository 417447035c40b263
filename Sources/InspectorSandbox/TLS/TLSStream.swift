import CEngineOpenSSL
import Glibc
import HTTPValues
import InspectorHTTPServer

/// TLS on a socket, from the server's side; belongs to one thread.
final class TLSStream: ByteStream {
    private let socket: Socket
    private let session: OpaquePointer

    /// Nil when memory ran out.
    init?(on socket: Socket, as server: TLSServer) {
        guard let session = server.session(on: socket.descriptor) else { return nil }
        self.socket = socket
        self.session = session
    }

    deinit {
        cossl_session_destroy(session)
    }

    func shakeHands(or stop: StopSignal) -> Bool {
        while true {
            let events: Int32
            switch cossl_session_handshake(session) {
            case Int32(COSSL_DONE): return true
            case Int32(COSSL_WANTS_INPUT): events = Int32(POLLIN)
            case Int32(COSSL_WANTS_OUTPUT): events = Int32(POLLOUT)
            default: return false
            }
            guard socket.wait(for: events, until: nil, or: stop) == .ready else { return false }
        }
    }

    func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?, or stop: StopSignal,
        or wakePipe: WakePipe?
    ) -> Socket.Wake {
        // What TLS holds back, the socket knows nothing of.
        let isReady = events & Int32(POLLIN) != 0 && cossl_session_has_pending(session) != 0
        guard isReady else { return socket.wait(for: events, until: deadline, or: stop, or: wakePipe) }
        return stop.isRaised ? .stopped : .ready
    }

    func receive(into buffer: inout [UInt8]) -> Int? {
        let count = cossl_session_read(session, &buffer, buffer.count)
        if count > 0 { return count }
        return Self.wouldBlock(count) ? nil : 0
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = cossl_session_write(session, bytes.baseAddress, bytes.count)
        if count > 0 { return count }
        return Self.wouldBlock(count) ? nil : -1
    }

    func finishSending() {
        cossl_session_finish(session)
        socket.finishSending()
    }

    func close() {
        cossl_session_finish(session)
        socket.close()
    }

    func closeWithoutGoodbye() {
        socket.close()
    }

    func closeWithReset() {
        socket.closeWithReset()
    }

    private static func wouldBlock(_ result: Int) -> Bool {
        result == Int(COSSL_WANTS_INPUT) || result == Int(COSSL_WANTS_OUTPUT)
    }
}
