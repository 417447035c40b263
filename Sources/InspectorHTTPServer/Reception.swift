import Foundation

/// The threads of a server.
package struct Crew: Sendable {
    /// How many connections may be open at a time.
    let limit: Int
    /// The threads that accept connections.
    var acceptors = 0
    /// The threads with an open connection.
    var connections = 0
    /// How many connections came, also those that were turned away.
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

/// Accepts connections until the stop signal, and gives each a thread.
package struct Reception: Sendable {
    private let listener: Socket
    private let crew: Guarded<Crew>
    private let stop: StopSignal
    private let receive: @Sendable (Socket, Int?) -> Void

    /// `receive` gets each socket, which it closes, with the connection's number; without a number, where there are too many,
    /// it is called on the thread that accepts and must return at once.
    package init(
        _ listener: Socket, crew: Guarded<Crew>, stop: StopSignal,
        receive: @escaping @Sendable (Socket, Int?) -> Void
    ) {
        self.listener = listener
        self.crew = crew
        self.stop = stop
        self.receive = receive
    }

    /// Returns at once.
    package func start() {
        crew.withLock { $0.acceptors += 1 }
        Thread.detachNewThread { run() }
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
        crew.withLock { $0.acceptors -= 1 }
    }

    private func admit(_ socket: Socket) {
        guard let number = crew.withLock({ $0.admit() }) else { return receive(socket, nil) }
        Thread.detachNewThread {
            receive(socket, number)
            crew.withLock { $0.connections -= 1 }
        }
    }
}

extension Socket {
    /// Says on a socket of plain HTTP that there are too many connections, and closes it.
    package func turnAway() {
        let busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        _ = Array(busy.utf8).withUnsafeBytes { send($0) }
        close()
    }
}
