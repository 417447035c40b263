import Glibc

/// The sockets of this process, by the port at their other end.
///
/// A port does not identify a test, because clients of stopped servers may still have sockets to reused ports. A
/// test compares the socket numbers before and after to find its own.
enum OpenSockets {
    /// Returns the inodes of the sockets.
    static func numbers(to port: Int) -> Set<ino_t> {
        Set((0..<1024).compactMap { peerPort(of: $0) == port ? inode(of: $0) : nil })
    }

    private static func inode(of descriptor: Int32) -> ino_t? {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? information.st_ino : nil
    }

    /// The address 127.0.0.1.
    private static let loopback = in_addr_t(0x7F00_0001).bigEndian

    private static func peerPort(of descriptor: Int32) -> Int? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
        }
        // Servers of other tests may use the same port at another address.
        guard result == 0, address.sin_family == sa_family_t(AF_INET), address.sin_addr.s_addr == loopback
        else { return nil }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// A port of this machine without a listener.
enum ClosedPort {
    struct NoPort: Error {}

    /// Binds a free port and releases it at once.
    static func find() throws -> Int {
        let listener = try FullBacklog(connections: 0)
        return listener.port
    }
}

/// A server that listens without accepting, with a full connection queue.
final class FullBacklog {
    let port: Int
    private var descriptors: [Int32] = []

    /// Listens with the shortest possible queue, and opens `connections` connections to it.
    ///
    /// By default it uses any port of 127.0.0.1. `address` is a number such as `INADDR_LOOPBACK`. 0 means every
    /// address.
    init(connections: Int, address number: in_addr_t = INADDR_LOOPBACK, port wanted: Int = 0) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = number.bigEndian
        address.sin_port = in_port_t(wanted).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        descriptors = [listener]
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw ClosedPort.NoPort() }
        for _ in 0..<connections { connectOne(address) }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private func connectOne(_ address: sockaddr_in) {
        let type = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK
        let client = socket(AF_INET, type, 0)
        var address = address
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        descriptors.append(client)
    }
}
