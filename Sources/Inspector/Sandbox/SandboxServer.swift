import InspectorHTTPServer

/// An HTTP/1.1 server on 127.0.0.1, plain and with TLS, that behaves as well, or as badly, as the path asks for.
///
///     http  accept thread ─────────┬─▶ one thread per connection: read request ─▶ route ─▶ reply ─┐
///     https accept thread ─▶ TLS ──┘          ▲                  ▲                          │
///              ▲                              │                  └──────── next request ◀───┘
///              └───────── stop signal ────────┘
///
/// It shares no code with a client, so that tests against it have an independent witness.
package final class SandboxServer: Sendable {
    package let port: UInt16
    package let httpsPort: UInt16

    private let stopSignal: StopSignal
    private let log: Monitor<RequestLog>
    private let connections: Monitor<ConnectionLimit>
    private let credentials: Credentials

    /// Starts the server with all its paths; port 0 lets the system choose.
    package static func start(
        port: UInt16 = 0, httpsPort: UInt16 = 0, tls behaviour: TLSBehaviour = .proper
    ) throws -> SandboxServer {
        let routes = RouteTable.standard()
        return try SandboxServer(port: port, httpsPort: httpsPort, tls: behaviour) {
            ConnectionHandler(connection: $0, routes: routes).run()
        }
    }

    /// Starts a server that runs a script for each connection, on a thread of its own.
    ///
    /// The connection is closed when the script returns.
    package static func start(
        port: UInt16 = 0, tls behaviour: TLSBehaviour = .proper,
        raw script: @escaping @Sendable (RawConnection) -> Void
    ) throws -> SandboxServer {
        try SandboxServer(port: port, tls: behaviour, serve: script)
    }

    init(
        port: UInt16 = 0, httpsPort: UInt16 = 0, limit: Int = 512, tls behaviour: TLSBehaviour = .proper,
        serve: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        credentials = Credentials(behaviour)
        stopSignal = try StopSignal()
        log = Monitor(RequestLog())
        connections = Monitor(ConnectionLimit(limit: limit))
        let plain = try Socket.listening(port: port)
        self.port = plain.localPort
        let secure: Socket
        do {
            secure = try Socket.listening(port: httpsPort)
        } catch {
            plain.close()
            throw error
        }
        self.httpsPort = secure.localPort
        let held = HeldBytes(limit: 512 << 20)
        for (listener, credentials) in [(plain, nil), (secure, credentials)] {
            let door = Listener(
                credentials: credentials, stop: stopSignal, log: log, held: held, serve: serve)
            Acceptor(listener, connections: connections, stop: stopSignal) {
                door.receive($0, number: $1?.number)
            }
            .start()
        }
    }

    deinit {
        // Not `stop()`: the last reference may go away on one of the threads that it would wait for.
        stopSignal.raise()
        credentials.end()
    }

    /// The address of the server without a final slash: `http://127.0.0.1:PORT`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// The address of the server for HTTPS, without a final slash: `https://127.0.0.1:PORT`.
    package var httpsURL: String { "https://127.0.0.1:\(httpsPort)" }

    /// The path of a PEM file with the authority that signs the server's certificate; gone when the server stops.
    ///
    /// The file is made when it is first asked for. Where that fails there is nothing at the path, and whoever reads it says so.
    package var caFile: String { credentials.file }

    /// Makes a certificate for a client, signed by the server's authority, and its key, both in PEM; the key is locked
    /// where there is a password.
    package func makeClientCertificate(password: String? = nil) throws -> (certificate: String, key: String) {
        let made = try credentials.client()
        return (made.pem, password.map(made.keyPEM(password:)) ?? made.keyPEM)
    }

    /// Makes a certificate for a client, as `makeClientCertificate` does, with its key in PKCS #12.
    package func makeClientPKCS12(password: String) throws -> [UInt8] {
        try credentials.client().pkcs12(password: password)
    }

    /// Ends every connection whatever it is doing, and returns when all threads have ended.
    ///
    /// It must not be called from a script, whose own thread it would wait for.
    package func stop() {
        stopSignal.raise()
        connections.wait { $0.isGone ? () : nil }
        credentials.end()
    }

    /// The requests that came, oldest first: the newest 10 000, and the newest 64 MiB of bodies.
    package var requests: [ReceivedRequest] { log.withLock { $0.requests } }

    package var connectionCount: Int { connections.withLock { $0.accepted } }

    /// Blocks until a request that fits has come, also if it came before the call; nil after the timeout.
    package func waitForRequest(
        where fits: (ReceivedRequest) -> Bool = { _ in true }, timeout: Duration = .seconds(50)
    ) -> ReceivedRequest? {
        log.wait(timeout: timeout) { $0.requests.first(where: fits) }
    }
}
