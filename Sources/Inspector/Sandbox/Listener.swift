import InspectorHTTPServer

enum Handshake: Sendable {
    case tls(TLSServer)
    /// Nothing gets past this script.
    case script(@Sendable (RawConnection) -> Void)
}

struct Listener: Sendable {
    /// The credentials of the port; nil for plain HTTP.
    let credentials: Credentials?
    let stop: StopSignal
    let log: Monitor<RequestLog>
    let held: HeldBytes
    let serve: @Sendable (RawConnection) -> Void

    /// Serves a connection to its end; without a number it is one too many.
    func receive(_ socket: Socket, number: Int?) {
        guard let number else { return credentials == nil ? socket.rejectBusy() : socket.close() }
        guard let credentials else { return run(serve, on: socket, number) }
        switch try? credentials.handshake() {
        case nil: socket.close()
        case .script(let script): run(script, on: socket, number)
        case .tls(let server):
            guard let stream = TLSStream(on: socket, as: server) else { return socket.close() }
            do throws(TLSStream.HandshakeError) {
                try stream.shakeHands(or: stop)
                run(serve, on: stream, number)
            } catch {
                // What the client still sends must not destroy the alert that tells it why.
                run({ $0.closeAfterDraining() }, on: socket, number)
            }
        }
    }

    private func run(_ script: (RawConnection) -> Void, on stream: any ByteStream, _ number: Int) {
        let connection = RawConnection(number: number, stream: stream, stop: stop, held: held) {
            [log] request in
            log.withLock { $0.append(request) }
        }
        script(connection)
        connection.close()
    }
}
