import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorHTTPServer

/// Serves a client's mocks, and the servers that it reaches, to other programs: HTTP/1.1 on 127.0.0.1.
///
/// ```
///  accept thread ─▶ ProgramFinder, on a thread ─┐
///                                               ▼                          the client's loop
///                       sockets ◀──▶ ServedConnection ─▶ Forwarding ─▶ client.relay ─▶ mocks, or the network
///                                        │      ▲                           │ parts
///    AdminAPI, pages, tunnels, upgrades ◀┘      └───────── RelayedAnswer ◀──┘
///    on threads
/// ```
///
/// Connections are served where their requests are: on the loop of the client, so that none of them takes another thread on its
/// way. What may wait is done by threads. Every request becomes a task of the client: its events, attempts and mocks are those
/// of any other.
package final class Gateway: Sendable {
    package struct Settings: Sendable {
        package var port: UInt16 = 0
        /// The server for requests that no mock answers; nil answers them with a page that names the nearest mocks.
        package var upstream: RequestURL?
        /// Names that a request may ask for besides those of this machine.
        package var allowedHosts: [String] = []
        /// Origins of pages that may have requests passed on although they are pages of another site.
        package var allowedOrigins: [String] = []
        /// Indicates whether mocks may forward requests of opened TLS to another origin.
        package var forwardsOpened = false
        /// The source of mocks that are changed over HTTP; nil switches the admin API off.
        package var admin: MockSource?
        /// Holds requests back while an observer is behind; nil holds none back.
        package var backlog: Backlog?
        /// Indicates whether the records of tasks keep the bodies of answers that were handed on, where somebody looks
        /// at them.
        ///
        /// If the client tries again, they do in any case.
        package var keepsBodies = true
        package var timeout: Duration?
        /// The time that a program may take with its requests.
        package var timeouts = ConnectionTimeouts(
            idle: .seconds(75), head: .seconds(10), body: .seconds(30))
        /// Makes it a proxy: it asks whatever server a request names as a whole URL, and makes tunnels by this way; nil for a
        /// server that is asked by its own address.
        package var tunnels: TunnelRoute?
        /// Has connections change their protocol at the server behind, by this way; a proxy does so anyway.
        package var upgrades: TunnelRoute?
        /// Opens the TLS of some hosts that a proxy is asked for; nil opens none.
        package var opener: TLSOpener?
        /// The servers that programs ask under addresses like this one's, known once all of them listen.
        package var relayedOrigins: Locked<RelayedOrigins>?
        /// Holds messages where somebody wants to look at them; nil holds none.
        package var holder: (any MessageHolder)?
        /// Finds out which program has made a connection; nil leaves that open.
        package var programs: ProgramFinder?

        /// Creates the default: any port, no upstream, and no administration.
        package init() {}
    }

    package let port: UInt16

    private let client: Client
    private let stopSignal: StopSignal
    private let backlog: Backlog?
    /// As many as there may be tunnels, which may all be asked for at the same time.
    private let connections = Monitor(ConnectionLimit(limit: TunnelPump.limit))

    /// Listens on 127.0.0.1 alone; what comes is asked of the client.
    ///
    /// - Throws: ``InspectorHTTPServer/ServerError`` when the port cannot be had.
    package init(_ settings: Settings, client: Client) throws {
        self.client = client
        stopSignal = try StopSignal()
        let listener = try Socket.listening(port: settings.port)
        port = listener.localPort
        backlog = settings.backlog
        let handler = try ConnectionHandler(settings, client: client, port: port, stop: stopSignal)
        Acceptor(listener, connections: connections, stop: stopSignal) { socket, admission in
            guard let admission else { return socket.rejectBusy() }
            handler.receive(socket, admission)
        }.start()
    }

    deinit {
        raiseStop()
    }

    /// The address without a final slash: `http://127.0.0.1:PORT`.
    package var url: String { "http://127.0.0.1:\(port)" }

    package func stop() {
        raiseStop()
        connections.wait { $0.isGone ? () : nil }
    }

    private func raiseStop() {
        stopSignal.raise()
        backlog?.lift()
        client.wakeConnections()
    }
}
