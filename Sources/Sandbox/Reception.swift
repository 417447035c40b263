import Foundation

/// The threads of a server.
struct Crew: Sendable {
    static let maximum = 512

    /// The accept thread and one for each open connection.
    var threads: Int
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
            guard let socket = listener.accepted() else { continue }
            admit(socket)
        }
        listener.close()
        crew.withLock { $0.threads -= 1 }
    }

    private func admit(_ socket: Socket) {
        let number: Int? = crew.withLock { crew in
            crew.accepted += 1
            guard crew.threads <= Crew.maximum else { return nil }
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
