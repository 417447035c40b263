import EngineHTTP
import EngineSupport
import FoundationEssentials
import Glibc

package struct ConnectionLimit: Sendable {
    let limit: Int
    var acceptors = 0
    var connections = 0
    /// The number of accepted connections, including rejected ones.
    package private(set) var accepted = 0

    package init(limit: Int) {
        self.limit = limit
    }

    package var isGone: Bool { acceptors == 0 && connections == 0 }

    /// Counts a connection.
    ///
    /// Returns its number, or `nil` if the limit is reached.
    mutating func admit() -> Int? {
        accepted += 1
        guard connections < limit else { return nil }
        connections += 1
        return accepted
    }
}

/// A connection's slot within the limit of a server.
///
/// It is free again when the last reference is released.
package final class Admission: Sendable {
    /// The number of the connection, 1 for the first accepted one.
    package let number: Int
    private let connections: Monitor<ConnectionLimit>

    fileprivate init(_ number: Int, among connections: Monitor<ConnectionLimit>) {
        (self.number, self.connections) = (number, connections)
    }

    deinit {
        connections.withLock { $0.connections -= 1 }
    }
}

package struct Acceptor: Sendable {
    private let listener: Socket
    private let connections: Monitor<ConnectionLimit>
    private let stop: StopSignal
    private let receive: @Sendable (Socket, Admission?) -> Void

    /// Creates an acceptor, which calls `receive` with each socket.
    ///
    /// `receive` must close the socket. Usually it runs on a separate thread, with an admission that it retains
    /// until then. At the limit there is no admission: `receive` runs on the accepting thread and must return at
    /// once.
    package init(
        _ listener: Socket, connections: Monitor<ConnectionLimit>, stop: StopSignal,
        receive: @escaping @Sendable (Socket, Admission?) -> Void
    ) {
        self.listener = listener
        self.connections = connections
        self.stop = stop
        self.receive = receive
    }

    package func start() {
        connections.withLock { $0.acceptors += 1 }
        DetachedThread.start { run() }
    }

    private func run() {
        while listener.wait(for: POLLIN, until: nil, or: stop) == .ready {
            if let socket = listener.accepted() {
                admit(socket)
            } else {
                // Probably no descriptors are left. The connection stays pending, and an immediate retry would keep
                // a processor busy.
                _ = listener.wait(for: 0, until: .now + .milliseconds(20), or: stop)
            }
        }
        listener.close()
        connections.withLock { $0.acceptors -= 1 }
    }

    private func admit(_ socket: Socket) {
        guard let number = connections.withLock({ $0.admit() }) else { return receive(socket, nil) }
        let admission = Admission(number, among: connections)
        let isStarted = DetachedThread.start {
            withExtendedLifetime(admission) { receive(socket, admission) }
        }
        if !isStarted { socket.close() }
    }
}

extension Socket {
    /// Rejects a plain HTTP connection with status 503, because there are too many, and closes it.
    package func rejectBusy() {
        let busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        _ = Array(busy.utf8).withUnsafeBytes { send($0) }
        close()
    }
}
