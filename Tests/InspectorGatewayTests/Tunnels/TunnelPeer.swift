import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

/// A server at the other end of tunnels that does not use HTTP.
final class TunnelPeer: Sendable {
    let port: UInt16
    private let signal: StopSignal
    private let connections = Monitor(ConnectionLimit(limit: 2_000))
    private let kept = Monitor<[Socket]>([])
    private let wanted: Int

    /// Runs a script on each connection.
    convenience init(_ script: @escaping @Sendable (RawConnection) -> Void) throws {
        try self.init(keeping: 0, script)
    }

    /// Keeps `count` connections for ``echoOnce()``.
    convenience init(keeping count: Int) throws {
        try self.init(keeping: count, nil)
    }

    private init(keeping count: Int, _ script: (@Sendable (RawConnection) -> Void)?) throws {
        signal = try StopSignal()
        wanted = count
        let listener = try Socket.listening(port: 0)
        port = listener.localPort
        Acceptor(listener, connections: connections, stop: signal) { [signal, kept] socket, admission in
            guard let script else { return kept.withLock { $0.append(socket) } }
            let connection = RawConnection(number: admission?.number ?? 0, stream: socket, stop: signal)
            script(connection)
            connection.close()
        }.start()
    }

    deinit {
        signal.raise()
        kept.withLock { $0.forEach { $0.close() } }
    }

    func stop() {
        signal.raise()
        _ = connections.wait(timeout: patience) { $0.isGone ? () : nil }
    }

    /// Waits for data on each connection, and sends it back.
    func echoOnce() throws {
        let found = kept.wait(timeout: patience) { [wanted] in $0.count == wanted ? $0 : nil }
        let sockets = try #require(found)
        var block = [UInt8](repeating: 0, count: 64)
        for socket in sockets {
            let wake = socket.wait(for: POLLIN, until: .now + patience, or: signal)
            #expect(wake == .ready)
            let count = socket.receive(into: &block) ?? 0
            _ = block[..<count].withUnsafeBytes { socket.send($0) }
        }
    }
}

/// Raises the limit of open descriptors to `count`, as far as the system allows.
func raiseDescriptorLimit(to count: UInt) throws {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    try #require(getrlimit(resource, &limit) == 0)
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    try #require(setrlimit(resource, &limit) == 0 && limit.rlim_cur >= count)
}
