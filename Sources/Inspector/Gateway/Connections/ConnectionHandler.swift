import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorHTTPServer

/// The state shared by all connections of a server.
struct ConnectionHandler: Sendable {
    private static let handshakePatience = Duration.seconds(10)

    let client: Client
    let stop: StopSignal
    let timeouts: ConnectionTimeouts
    /// The clock that the client's loop uses.
    let time: any TimeSource
    let hosts: HostRule
    let pass: Forwarding
    let admin: AdminAPI?
    let backlog: Backlog?
    private let programs: ProgramFinder?
    /// Makes tunnels, or `nil` if the server is no proxy.
    let tunnels: TunnelMaker?
    /// Makes connections that switch protocols, or `nil` if that is disabled.
    let upgrader: TunnelMaker?
    private let opener: TLSOpener?
    private let holder: (any MessageHolder)?
    private let held = HeldBytes(limit: 256 << 20)

    init(_ settings: Gateway.Settings, client: Client, port: UInt16, stop: StopSignal) throws {
        (self.client, self.stop) = (client, stop)
        timeouts = settings.timeouts
        time = client.configuration.time
        hosts = HostRule(allowing: settings.allowedHosts, origins: settings.allowedOrigins)
        let retry = client.configuration.retry ?? .never
        pass = Forwarding(settings, port: port, retries: retry.maximumRetries != 0)
        backlog = settings.backlog
        programs = settings.programs
        tunnels = try settings.tunnels.map {
            try TunnelMaker(client: client, route: $0, port: port, stop: stop)
        }
        upgrader =
            try tunnels
            ?? settings.upgrades.map { try TunnelMaker(client: client, route: $0, port: port, stop: stop) }
        opener = settings.opener
        holder = settings.holder
        admin = settings.admin.map { AdminAPI(source: $0, mocks: client.mocks) }
    }

    /// Serves a connection on the client's loop, after its program was identified.
    func receive(_ socket: Socket, _ admission: Admission) {
        var provenance = pass.provenance
        provenance.program = programs?.program(at: socket)
        serve(socket, from: Caller(admission: admission, provenance: provenance))
    }

    private func serve(_ stream: any ByteStream, from caller: Caller) {
        client.serve(stream.descriptor) { ServedConnection($0, over: stream, from: caller, by: self) }
    }

    /// A new reader of requests.
    var reader: RequestReader {
        var limits = RequestParser.Limits()
        limits.body = 64 << 20
        return RequestReader(limits: limits, held: held)
    }

    // MARK: Kinds of requests

    /// The kind of a request, which determines how it is handled.
    enum Want {
        case tunnel
        case upgrade
        case administration(AdminAPI)
        /// The request is forwarded or answered by a mock.
        case relay(Request)
    }

    /// - Throws: The response to a rejected request.
    func want(of request: ReceivedRequest, from caller: Caller) throws(BriefResponse) -> Want {
        let opened = caller.opened
        if request.method == "CONNECT", tunnels != nil, opened == nil { return .tunnel }
        if upgrades(request, to: opened) { return .upgrade }
        // Only a program that uses this server as a proxy sends an absolute URL. A page in a browser cannot.
        let isAtOwnAddress = opened == nil && (tunnels == nil || request.absoluteTarget == nil)
        if isAtOwnAddress { try hosts.check(request) }
        if let admin, admin.isAsked(by: request) { return .administration(admin) }
        if isAtOwnAddress { try checkPage(of: request) }
        var passed = try pass.request(for: request, to: opened)
        if let origins = pass.origins(for: request, to: opened) { passed.userInfo[.relayedOrigins] = origins }
        return .relay(passed)
    }

    /// Rejects a request from a page of another site if it would be forwarded.
    ///
    /// A browser sends such a request even if the page may not read the response.
    func checkPage(of request: ReceivedRequest) throws(BriefResponse) {
        guard hosts.isForeign(request) else { return }
        let forwards = { (mock: Mock) in mock.answers.contains { $0.forwardedOrigin != nil } }
        guard pass.hasUpstream || client.mocks.all.contains(where: { forwards($0.mock) }) else { return }
        throw HostRule.refusal(ofPageBehind: request)
    }

    /// Begins to answer a request.
    ///
    /// `lastHead` is the previous head on its connection. `onArrival` is called when parts arrive that the caller
    /// is waiting for.
    func answer(
        _ request: ReceivedRequest, passing passed: Request, from caller: Caller,
        after lastHead: RelayWriter.WrittenHead?, onArrival: @escaping @Sendable () -> Void
    ) -> RelayedAnswer {
        let held = holder.flatMap { HeldRelay(for: passed, of: client, by: $0) }
        let relay =
            held?.relay(passed, from: caller.provenance, onArrival: onArrival)
            ?? client.relay(passed, from: caller.provenance, onArrival: onArrival)
        return RelayedAnswer(relay, held, to: request, notedBy: admin, after: lastHead)
    }

    /// Returns the page that lists the nearest mocks if none matches.
    ///
    /// This may take a while.
    func page(instead answer: RelayedAnswer) -> BriefResponse {
        let misses = MockedRequest(answer.request, at: answer.relay.task.record.origin.url).map {
            client.mocks.nearMisses(to: $0, limit: 3, now: Date())
        }
        return BriefResponse(404, NearMissPage(misses: misses ?? []).text)
    }

    // MARK: Tunnels, on separate threads

    /// Makes the tunnel that a request asks for, or opens its TLS.
    func makeTunnel(for request: ReceivedRequest, from caller: Caller, on connection: RawConnection) {
        let socket = Socket(descriptor: connection.stream.descriptor)
        do throws(BriefResponse) {
            guard let tunnels else { return }
            let url = try tunnels.target(of: request)
            let choice = opener?.choice(for: url, by: caller.provenance.program)
            if case .open(let server)? = choice {
                return open(url, as: server, from: caller, on: connection, over: socket)
            }
            var why: String?
            if case .pass(let words)? = choice { why = words }
            if let backlog, !backlog.enter() { return }
            try tunnels.make(
                to: url, from: caller.provenance, unopened: why, on: connection, over: socket, until: stop)
        } catch {
            _ = connection.write(error.wireBytes(to: request))
            connection.closeAfterDraining()
        }
    }

    /// Acts as the server at the end of a tunnel, and forwards the requests in it.
    private func open(
        _ url: RequestURL, as server: TLSServer, from caller: Caller, on connection: RawConnection,
        over socket: Socket
    ) {
        guard connection.write(HeadWriter.bytes(200, "Connection established", [:], .keepAlive, to: nil))
        else { return }
        guard let stream = TLSStream(on: socket, as: server, early: connection.handOver()) else {
            return socket.close()
        }
        do throws(TLSStream.HandshakeError) {
            try stream.shakeHands(until: .now + Self.handshakePatience, or: stop)
        } catch {
            tellRefusal(of: url, from: caller, error)
            // Data that the program still sends must not destroy the alert with the reason.
            return RawConnection(number: caller.admission.number, stream: socket, stop: stop)
                .closeAfterDraining()
        }
        var within = caller
        within.opened = url
        serve(stream, from: within)
    }

    /// Records that a program sent a request within an opened tunnel.
    func noteOpened(by caller: Caller) {
        guard let url = caller.opened else { return }
        opener?.noteOpened(url, by: caller.provenance.program)
    }

    /// Reports that a program rejected the opening of its TLS.
    ///
    /// Waits for room in the backlog.
    func tellRefusal(of url: RequestURL, from caller: Caller, _ error: TLSStream.HandshakeError?) {
        guard !stop.isRaised, let opener,
            let why = opener.noteRefusal(of: url, by: caller.provenance.program, error),
            backlog?.enter() != false
        else { return }
        var provenance = caller.provenance
        provenance.source = .tunnel
        client.tunnel(to: url, from: provenance) { _ in }.end(.failed(ClientError(.tls, .tls, why)))
    }
}

/// The program at the other end of a connection.
struct Caller: Sendable {
    let admission: Admission
    /// The provenance of the requests on the connection.
    private(set) var provenance: Provenance
    /// The target server if the connection is an opened tunnel, otherwise `nil`.
    var opened: RequestURL? {
        didSet { provenance.source = .opened }
    }

    init(admission: Admission, provenance: Provenance) {
        (self.admission, self.provenance) = (admission, provenance)
    }
}
