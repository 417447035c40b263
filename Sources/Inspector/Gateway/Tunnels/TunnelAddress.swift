import ClientEngine
import Glibc
import InspectorHTTPServer

/// A resolved address of a server.
struct TunnelAddress: Sendable {
    let family: Int32
    private let bytes: [UInt8]

    /// Returns the addresses of a host in the system's order of preference.
    ///
    /// Blocks until they are resolved.
    static func all(of host: String, port: Int) throws(ClientError) -> [TunnelAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Socket.streamType
        hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, String(port), &hints, &found)
        defer { if let found { freeaddrinfo(found) } }
        guard code == 0 else {
            throw ClientError(
                .resolve, .dns, "Could not resolve host: \(host) (\(String(cString: gai_strerror(code))))")
        }
        var addresses: [TunnelAddress] = []
        var next = found
        while let entry = next?.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            addresses.append(TunnelAddress(family: entry.ai_family, bytes: Array(bytes)))
            next = entry.ai_next
        }
        return addresses
    }

    private init(family: Int32, bytes: [UInt8]) {
        (self.family, self.bytes) = (family, bytes)
    }

    /// Connects to the address.
    ///
    /// Returns `nil` with `errno` set if that fails or the deadline passes.
    func connected(until deadline: ContinuousClock.Instant, or stop: StopSignal) -> Socket? {
        let descriptor = socket(
            family, Socket.streamType | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let made = Socket(descriptor: descriptor)
        let status = bytes.withUnsafeBytes {
            connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        if status == 0 { return made }
        var failure = errno
        if failure == EINPROGRESS {
            let wake = made.wait(for: POLLOUT, until: deadline, or: stop)
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
            if wake == .ready, failure == 0 { return made }
            if wake != .ready { failure = ETIMEDOUT }
        }
        made.close()
        errno = failure
        return nil
    }
}

extension Socket {
    /// Returns the address and port of one end.
    private func end(
        _ name: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> (address: String, port: Int) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var (host, service) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
        let status = withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard name(descriptor, address, &length) == 0 else { return Int32(-1) }
            return getnameinfo(
                address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
                NI_NUMERICHOST | NI_NUMERICSERV)
        }
        return status == 0 ? (host.text, Int(service.text) ?? 0) : ("", 0)
    }

    var remoteEnd: (address: String, port: Int) { end(getpeername) }
    var localEnd: (address: String, port: Int) { end(getsockname) }
}

extension [CChar] {
    /// The text before the first NUL.
    fileprivate var text: String {
        String(decoding: prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
