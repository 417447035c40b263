import EngineSupport
import Foundation
import InspectorHTTPServer

/// Listens on a Unix socket, and passes the bytes of each connection on to a port of this machine.
package final class UnixSocketRelay: Sendable {
    /// The path of the socket.
    package let path: String
    private let folder: String
    private let listener: Int32
    private let accepted = Locked(0)

    package init(to port: UInt16) throws {
        folder = NSTemporaryDirectory() + "relay-\(UInt64.random(in: 0 ... .max))"
        path = folder + "/web.sock"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Socket.streamType, 0)
        guard Self.bind(listener, to: path), listen(listener, 64) == 0 else {
            throw ServerError("listen on \(path)")
        }
        let (listener, accepted) = (listener, accepted)
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                accepted.withLock { $0 += 1 }
                Self.relay(connection, to: port)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of connections that clients have made.
    package var connectionCount: Int { accepted.withLock { $0 } }

    private static func bind(_ descriptor: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafeBytes(of: &address) { bytes in
            Foundation.bind(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        } == 0
    }

    private static func relay(_ connection: Int32, to port: UInt16) {
        let server = socket(AF_INET, Socket.streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafeBytes(of: &address) { bytes in
            connect(
                server, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard result == 0 else {
            close(server)
            close(connection)
            return
        }
        let open = Locked(2)
        for (from, to) in [(connection, server), (server, connection)] {
            Thread.detachNewThread {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = recv(from, &buffer, buffer.count, 0), count > 0 {
                    guard send(to, buffer, count, Socket.sendFlags) == count else { break }
                }
                shutdown(to, Int32(SHUT_WR))
                let isLast = open.withLock {
                    $0 -= 1
                    return $0 == 0
                }
                if isLast {
                    close(from)
                    close(to)
                }
            }
        }
    }
}
