import Foundation

/// The threads of a server.
struct Crew: Sendable {
    /// How many connections may be open at a time.
    let limit: Int
    /// The threads that accept connections.
    var acceptors = 0
    /// The threads with an open connection.
    var connections = 0
    var accepted = 0

    var isGone: Bool { acceptors == 0 && connections == 0 }
}

/// Accepts connections until the stop signal, and gives each a thread.
struct Reception: Sendable {
    /// What stands between the socket of an HTTPS port and the connection.
    enum Entrance: Sendable {
        case tls(TLSServer)
        /// Nothing gets past this script.
        case script(@Sendable (RawConnection) -> Void)
    }

    let listener: Socket
    /// What the port shows its clients; nil for plain HTTP.
    let credentials: Credentials?
    let stop: StopSignal
    let log: Guarded<RequestLog>
    let crew: Guarded<Crew>
    let serve: @Sendable (RawConnection) -> Void

    /// Returns at once.
    func start() {
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
        let number: Int? = crew.withLock { crew in
            crew.accepted += 1
            guard crew.connections < crew.limit else { return nil }
            crew.connections += 1
            return crew.accepted
        }
        guard let number else {
            let busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            if credentials == nil { _ = Array(busy.utf8).withUnsafeBytes { socket.send($0) } }
            return socket.close()
        }
        Thread.detachNewThread {
            receive(socket, number: number)
            crew.withLock { $0.connections -= 1 }
        }
    }

    private func receive(_ socket: Socket, number: Int) {
        func run(_ script: (RawConnection) -> Void, on stream: any ByteStream) {
            let connection = RawConnection(number: number, stream: stream, stop: stop, log: log)
            script(connection)
            connection.close()
        }
        guard let credentials else { return run(serve, on: socket) }
        switch try? credentials.entrance() {
        case nil: socket.close()
        case .script(let script): run(script, on: socket)
        case .tls(let server):
            guard let stream = TLSStream(on: socket, as: server) else { return socket.close() }
            if stream.shakeHands(or: stop) {
                run(serve, on: stream)
            } else {
                // What the client still sends must not destroy the alert that tells it why.
                run({ $0.closeAfterDraining() }, on: socket)
            }
        }
    }
}
