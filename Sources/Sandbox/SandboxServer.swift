import Foundation

/// An HTTP/1.1 server on 127.0.0.1 that behaves as well, or as badly, as the path asks for.
///
///     accept thread ──▶ one thread per connection: read request ─▶ route ─▶ reply ─┐
///          ▲                         ▲                  ▲                          │
///          └────── stop signal ──────┴──────────────────┴──────── next request ◀───┘
///
/// It shares no code with a client, so that tests against it have an independent witness.
public final class SandboxServer: Sendable {
    /// The TCP port it listens on.
    public let port: UInt16

    private let stopSignal: StopSignal
    private let log: Guarded<RequestLog>
    private let crew: Guarded<Crew>

    /// Starts the server with all its paths; port 0 lets the system choose.
    public static func start(port: UInt16 = 0) throws -> SandboxServer {
        let routes = RouteTable.standard()
        return try SandboxServer(port: port) { Conversation(connection: $0, routes: routes).run() }
    }

    /// Starts a server that runs a script for each connection, on a thread of its own.
    ///
    /// The connection is closed when the script returns.
    public static func start(
        port: UInt16 = 0, raw script: @escaping @Sendable (RawConnection) -> Void
    ) throws -> SandboxServer {
        try SandboxServer(port: port, serve: script)
    }

    init(port: UInt16, limit: Int = 512, serve: @escaping @Sendable (RawConnection) -> Void) throws {
        stopSignal = try StopSignal()
        let listener = try Socket.listening(port: port)
        self.port = listener.localPort
        log = Guarded(RequestLog())
        crew = Guarded(Crew(limit: limit))
        let reception = Reception(
            listener: listener, stop: stopSignal, log: log, crew: crew, serve: serve)
        Thread.detachNewThread { reception.run() }
    }

    deinit {
        // Not `stop()`: the last reference may go away on one of the threads that it would wait for.
        stopSignal.raise()
    }

    /// The address of the server without a final slash: `http://127.0.0.1:PORT`.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// Ends every connection whatever it is doing, and returns when all threads have ended.
    ///
    /// It must not be called from a script, whose own thread it would wait for.
    public func stop() {
        stopSignal.raise()
        crew.wait { $0.threads == 0 ? () : nil }
    }

    /// The requests that came, oldest first: the newest 10 000, and the newest 64 MiB of bodies.
    public var requests: [ReceivedRequest] { log.withLock { $0.requests } }

    /// The number of connections accepted so far.
    public var connectionCount: Int { crew.withLock { $0.accepted } }

    /// Blocks until a request that fits has come, also if it came before the call; nil after the timeout.
    public func waitForRequest(
        where fits: (ReceivedRequest) -> Bool = { _ in true }, timeout: Duration = .seconds(10)
    ) -> ReceivedRequest? {
        log.wait(timeout: timeout) { $0.requests.first(where: fits) }
    }
}
