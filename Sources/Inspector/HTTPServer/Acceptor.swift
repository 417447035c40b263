import EngineHTTP
import EngineSupport
import FoundationEssentials
import Glibc

package struct ConnectionLimit: Sendable {
    let limit: Int
    var acceptors = 0
    var connections = 0
    /// The number of connections that came, including those that were turned away.
    package private(set) var accepted = 0

    package init(limit: Int) {
        self.limit = limit
    }

    package var isGone: Bool { acceptors == 0 && connections == 0 }

    /// Counts a connection and returns its number; nil where there is no room for it.
    mutating func admit() -> Int? {
        accepted += 1
        guard connections < limit else { return nil }
        connections += 1
        return accepted
    }
}

/// The place of one connection among those that a server may have, which is free again when the last reference goes.
package final class Admission: Sendable {
    /// 1 for the first connection that was accepted.
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

    /// `receive` gets each socket, which it closes, on a thread of its own, with a place that it holds until then; without a
    /// place, where there are too many, it is called on the thread that accepts and must return at once.
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
                // Out of descriptors, most likely: the connection still waits, and asking again at once
                // would keep a processor busy.
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
    /// Says on a socket of plain HTTP that there are too many connections, and closes it.
    package func rejectBusy() {
        let busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        _ = Array(busy.utf8).withUnsafeBytes { send($0) }
        close()
    }
}
