import Foundation

/// The threads of a server.
struct Crew: Sendable {
    /// How many connections may be open at a time.
    let limit: Int
    /// The accept thread and one for each open connection.
    var threads = 1
    var accepted = 0
}

/// Accepts connections until the stop signal, and gives each a thread.
struct Reception: Sendable {
    let listener: Socket
    let stop: StopSignal
    let log: Guarded<RequestLog>
    let crew: Guarded<Crew>
    let serve: @Sendable (RawConnection) -> Void

    func run() {
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
        crew.withLock { $0.threads -= 1 }
    }

    private func admit(_ socket: Socket) {
        let number: Int? = crew.withLock { crew in
            crew.accepted += 1
            guard crew.threads <= crew.limit else { return nil }
            crew.threads += 1
            return crew.accepted
        }
        guard let number else {
            let busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            _ = Array(busy.utf8).withUnsafeBytes { socket.send($0) }
            return socket.close()
        }
        Thread.detachNewThread { [self] in
            let connection = RawConnection(number: number, socket: socket, stop: stop, log: log)
            serve(connection)
            connection.close()
            crew.withLock { $0.threads -= 1 }
        }
    }
}
