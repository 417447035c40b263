import EngineHTTP
import Glibc

/// A non-blocking TCP socket.
///
/// A `StopSignal` ends its waits, and its creator must close it.
package struct Socket: ByteStream, Sendable {
    package enum Wake { case ready, timedOut, stopped }

    package static let streamType = Int32(SOCK_STREAM.rawValue)
    /// Writing to a disconnected peer returns an error instead of raising a signal that ends the process.
    package static let sendFlags = Int32(MSG_NOSIGNAL)

    package let descriptor: Int32

    package var hasPending: Bool { false }

    /// Takes over a non-blocking socket.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Listens on 127.0.0.1.
    ///
    /// For port 0, the system chooses the port.
    package static func listening(port: UInt16) throws -> Socket {
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw ServerError("socket") }
        let made = Socket(descriptor: descriptor)
        made.setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        made.configure()
        guard made.bindToLoopback(port: port) == 0, listen(descriptor, SOMAXCONN) == 0 else {
            let error = ServerError("listen on 127.0.0.1:\(port)")
            made.close()
            throw error
        }
        return made
    }

    package func accepted() -> Socket? {
        let descriptor = accept(descriptor, nil, nil)
        guard descriptor >= 0 else { return nil }
        let made = Socket(descriptor: descriptor)
        made.configure()
        made.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return made
    }

    package var localPort: UInt16 { port(by: getsockname) }

    package var peerPort: UInt16 { port(by: getpeername) }

    private func port(
        by name: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutableBytes(of: &address) { bytes in
            name(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        return UInt16(bigEndian: address.sin_port)
    }

    package func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?, or stop: StopSignal
    ) -> Wake {
        var watched = [
            pollfd(fd: stop.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
        ]
        while true {
            let ready = poll(&watched, 2, Self.milliseconds(until: deadline))
            if watched[0].revents != 0 { return .stopped }
            if ready > 0 { return .ready }
            if let deadline, deadline <= .now { return .timedOut }
        }
    }

    package func receive(into buffer: inout [UInt8]) -> Int? {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? nil : 0
    }

    package func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? nil : -1
    }

    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    package func close() {
        Glibc.close(descriptor)
    }

    package func closeWithoutGoodbye() {
        close()
    }

    /// Closes with RST instead of FIN, and discards unsent data.
    package func closeWithReset() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    private func configure() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    private func setOption<Option>(_ level: Int32, _ name: Int32, _ option: Option) {
        withUnsafeBytes(of: option) { bytes in
            _ = setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }

    private func bindToLoopback(port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            bind(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count))
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - .now).seconds * 1000
        return Int32(min(max(left.rounded(.up), 0), 3_600_000))
    }
}
