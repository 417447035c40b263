import FoundationEssentials
import Glibc
import HTTPValues

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

package struct Acceptor: Sendable {
    private let listener: Socket
    private let connections: Monitor<ConnectionLimit>
    private let stop: StopSignal
    private let receive: @Sendable (Socket, Int?) -> Void

    /// `receive` gets each socket, which it closes, with the connection's number; without a number, where there are too many,
    /// it is called on the thread that accepts and must return at once.
    package init(
        _ listener: Socket, connections: Monitor<ConnectionLimit>, stop: StopSignal,
        receive: @escaping @Sendable (Socket, Int?) -> Void
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
        let isStarted = DetachedThread.start {
            receive(socket, number)
            connections.withLock { $0.connections -= 1 }
        }
        guard !isStarted else { return }
        socket.close()
        connections.withLock { $0.connections -= 1 }
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
