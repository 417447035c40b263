import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorHTTPServer

/// Serves a client's mocks and upstream servers to other programs, with HTTP/1.1 on 127.0.0.1.
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
/// Connections are served on the client's loop, where their requests run, so that no request changes threads.
/// Separate threads do work that may block. Every request becomes a task of the client, with the usual events,
/// attempts and mocks.
package final class Gateway: Sendable {
    package struct Settings: Sendable {
        package var port: UInt16 = 0
        /// The server for requests that no mock answers.
        ///
        /// `nil` answers them with a page that lists the nearest mocks.
        package var upstream: RequestURL?
        /// Host names that a request may use, besides those of this machine.
        package var allowedHosts: [String] = []
        /// Origins of web pages whose requests are forwarded although they come from another site.
        package var allowedOrigins: [String] = []
        /// Indicates whether mocks may forward requests from opened TLS to another origin.
        package var forwardsOpened = false
        /// The initial mocks for the admin API, or `nil` to disable that API.
        package var admin: MockSource?
        /// Delays requests while an observer has not processed earlier ones.
        ///
        /// `nil` delays none.
        package var backlog: Backlog?
        /// Indicates whether the records of tasks keep the bodies of forwarded responses, for viewing.
        ///
        /// If the client retries requests, the records keep them in any case.
        package var keepsBodies = true
        package var timeout: Duration?
        /// The time limits for receiving requests from programs.
        package var timeouts = ConnectionTimeouts(
            idle: .seconds(75), head: .seconds(10), body: .seconds(30))
        /// Makes the server a proxy, which accepts absolute URLs and makes tunnels by this route.
        ///
        /// `nil` makes a server that is addressed directly.
        package var tunnels: TunnelRoute?
        /// Lets connections switch protocols with the upstream server by this route.
        ///
        /// A proxy always allows it.
        package var upgrades: TunnelRoute?
        /// Opens the TLS of connections to some hosts through a proxy.
        ///
        /// `nil` opens none.
        package var opener: TLSOpener?
        /// The origins of servers that programs reach through addresses such as this one's, set when all of them listen.
        package var relayedOrigins: Locked<RelayedOrigins>?
        /// Holds messages for inspection.
        ///
        /// `nil` holds none.
        package var holder: (any MessageHolder)?
        /// Identifies the program of a connection.
        ///
        /// `nil` identifies none.
        package var programs: ProgramFinder?

        /// Creates the default settings: any port, no upstream server and no admin API.
        package init() {}
    }

    package let port: UInt16

    private let client: Client
    private let stopSignal: StopSignal
    private let backlog: Backlog?
    /// The limit is that of tunnels, so that all tunnels can be requested at the same time.
    private let connections = Monitor(ConnectionLimit(limit: TunnelPump.limit))

    /// Listens on 127.0.0.1 only, and answers requests with the client.
    ///
    /// - Throws: ``InspectorHTTPServer/ServerError`` if the port is unavailable.
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

    /// The address without a trailing slash: `http://127.0.0.1:PORT`.
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
