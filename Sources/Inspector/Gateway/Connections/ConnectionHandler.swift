import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorHTTPServer

/// The state that the connections of a server share.
struct ConnectionHandler: Sendable {
    private static let handshakePatience = Duration.seconds(10)

    let client: Client
    let stop: StopSignal
    let timeouts: ConnectionTimeouts
    /// The clock of the client, which its loop goes by.
    let time: any TimeSource
    let hosts: HostRule
    let pass: Forwarding
    let admin: AdminAPI?
    let backlog: Backlog?
    private let programs: ProgramFinder?
    /// Nil where the server is no proxy.
    let tunnels: TunnelMaker?
    /// Makes connections that change their protocol; nil where none do.
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

    /// Serves a connection on the client's loop, once it is known which program has made it.
    func receive(_ socket: Socket, _ admission: Admission) {
        var provenance = pass.provenance
        provenance.program = programs?.program(at: socket)
        serve(socket, from: Caller(admission: admission, provenance: provenance))
    }

    private func serve(_ stream: any ByteStream, from caller: Caller) {
        client.serve(stream.descriptor) { ServedConnection($0, over: stream, from: caller, by: self) }
    }

    /// Returns a reader of requests, which has none yet.
    var reader: RequestReader {
        var limits = RequestParser.Limits()
        limits.body = 64 << 20
        return RequestReader(limits: limits, held: held)
    }

    // MARK: What a request wants

    /// What has to be done for a request.
    enum Want {
        case tunnel
        case upgrade
        case administration(AdminAPI)
        /// It is passed on, or a mock answers.
        case relay(Request)
    }

    /// - Throws: the answer to a request that gets nothing of it.
    func want(of request: ReceivedRequest, from caller: Caller) throws(BriefResponse) -> Want {
        let opened = caller.opened
        if request.method == "CONNECT", tunnels != nil, opened == nil { return .tunnel }
        if upgrades(request, to: opened) { return .upgrade }
        // Only a program that uses this server as its proxy sends a whole URL; a page in a browser cannot do that.
        let isAtOwnAddress = opened == nil && (tunnels == nil || request.absoluteTarget == nil)
        if isAtOwnAddress { try hosts.check(request) }
        if let admin, admin.isAsked(by: request) { return .administration(admin) }
        if isAtOwnAddress { try checkPage(of: request) }
        var passed = try pass.request(for: request, to: opened)
        if let origins = pass.origins(for: request, to: opened) { passed.userInfo[.relayedOrigins] = origins }
        return .relay(passed)
    }

    /// Refuses a request of a page of another site where requests are passed on: a browser sends it whether or not the page may
    /// read the answer.
    func checkPage(of request: ReceivedRequest) throws(BriefResponse) {
        guard hosts.isForeign(request) else { return }
        let forwards = { (mock: Mock) in mock.answers.contains { $0.forwardedOrigin != nil } }
        guard pass.hasUpstream || client.mocks.all.contains(where: { forwards($0.mock) }) else { return }
        throw HostRule.refusal(ofPageBehind: request)
    }

    /// Begins to answer a request behind others of its connection; a closure is called with each arrival of parts that somebody waits
    /// for.
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

    /// Returns the page that says that no mock answers, and which nearly do; it may take a while.
    func page(instead answer: RelayedAnswer) -> BriefResponse {
        let misses = MockedRequest(answer.request, at: answer.relay.task.record.origin.url).map {
            client.mocks.nearMisses(to: $0, limit: 3, now: Date())
        }
        return BriefResponse(404, NearMissPage(misses: misses ?? []).text)
    }

    // MARK: Tunnels, on threads of their own

    /// Makes the tunnel that a request wants, or opens it.
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

    /// Plays the server at the end of a tunnel, and passes on what it is asked.
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
            // What the program still sends must not destroy the alert that tells it why.
            return RawConnection(number: caller.admission.number, stream: socket, stop: stop)
                .closeAfterDraining()
        }
        var within = caller
        within.opened = url
        serve(stream, from: within)
    }

    /// Takes note that a program has asked something within an opened connection.
    func noteOpened(by caller: Caller) {
        guard let url = caller.opened else { return }
        opener?.noteOpened(url, by: caller.provenance.program)
    }

    /// Tells that a program does not want its TLS to be opened; it waits for room for one more task.
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

/// Who is at the other end of a connection.
struct Caller: Sendable {
    let admission: Admission
    /// How requests come about that are sent on it.
    private(set) var provenance: Provenance
    /// The server that is meant, where the connection is a tunnel that was opened.
    var opened: RequestURL? {
        didSet { provenance.source = .opened }
    }

    init(admission: Admission, provenance: Provenance) {
        (self.admission, self.provenance) = (admission, provenance)
    }
}
