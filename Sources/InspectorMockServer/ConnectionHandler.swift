import ClientEngine
import FoundationEssentials
import InspectorHTTPServer

/// The state that the connections of a server share.
struct ConnectionHandler: Sendable {
    private static let handshakePatience = Duration.seconds(10)

    private let client: Client
    let hosts: HostRule
    let pass: Forwarding
    private let desk: AdminAPI?
    let backlog: Backlog?
    private let programs: ProgramFinder?
    /// Nil where the server is no proxy.
    let tunnels: TunnelMaker?
    /// Makes connections that change their protocol; nil where none do.
    let upgrader: TunnelMaker?
    private let opener: TLSOpener?
    private let holder: (any MessageHolder)?
    private let held = HeldBytes(limit: 256 << 20)

    init(_ settings: StubServer.Settings, client: Client, port: UInt16, stop: StopSignal) throws {
        self.client = client
        hosts = HostRule(allowing: settings.allowedHosts)
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
        desk = settings.admin.map { AdminAPI(source: $0, mocks: client.mocks) }
    }

    func serve(_ socket: Socket, number: Int, until stop: StopSignal) {
        let connection = connection(number, over: socket, until: stop)
        defer { connection.close() }
        var provenance = pass.provenance
        provenance.program = programs?.program(at: socket)
        guard let wakePipe = WakePipe(),
            case .wantsTunnel(let request) = answerAll(
                on: connection, from: provenance, wakePipe, until: stop)
        else { return }
        do throws(BriefResponse) {
            guard let tunnels else { return }
            let url = try tunnels.target(of: request)
            let choice = opener?.choice(for: url, by: provenance.program)
            if case .open(let server)? = choice {
                return open(
                    url, as: server, from: provenance, on: connection, over: socket, wakePipe, until: stop)
            }
            var why: String?
            if case .pass(let words)? = choice { why = words }
            if let backlog, !backlog.enter(bytes: 0) { return }
            try tunnels.make(
                to: url, from: provenance, unopened: why, on: connection, over: socket, until: stop)
        } catch {
            _ = connection.write(error.wireBytes(to: request))
            connection.closeAfterDraining()
        }
    }

    private func connection(
        _ number: Int, over stream: any ByteStream, until stop: StopSignal
    ) -> RawConnection {
        var limits = RequestParser.Limits()
        limits.body = 64 << 20
        let timeouts = ConnectionTimeouts(idle: .seconds(75), head: .seconds(10), body: .seconds(30))
        return RawConnection(
            number: number, stream: stream, stop: stop, limits: limits, timeouts: timeouts, held: held)
    }

    /// The way in which the requests on a connection have ended.
    private enum Ending {
        /// There was none.
        case silent
        case asked
        case wantsTunnel(ReceivedRequest)
    }

    /// Answers what comes on a connection, which may be a tunnel that was opened, until it ends or a tunnel is wanted.
    private func answerAll(
        on connection: RawConnection, from provenance: Provenance, to opened: RequestURL? = nil,
        _ wakePipe: WakePipe, until stop: StopSignal
    ) -> Ending {
        var ending = Ending.silent
        while true {
            switch connection.receive() {
            case .success(let request) where request.method == "CONNECT" && tunnels != nil && opened == nil:
                return .wantsTunnel(request)
            case .success(let request) where upgrades(request, to: opened):
                opened.map { opener?.noteOpened($0, by: provenance.program) }
                upgrade(request, from: provenance, to: opened, on: connection, until: stop)
                return .asked
            case .success(let request):
                if case .silent = ending, let opened { opener?.noteOpened(opened, by: provenance.program) }
                ending = .asked
                guard answer(request, from: provenance, to: opened, on: connection, wakePipe) == .keepAlive
                else {
                    connection.closeAfterDraining()
                    return ending
                }
            case .failure(.refused(let refusal)):
                let reply = BriefResponse(refusal.status, "\(refusal.why)\n")
                _ = connection.write(reply.wireBytes(to: nil))
                connection.closeAfterDraining()
                return .asked
            case .failure(.ended):
                return ending
            }
        }
    }

    private func answer(
        _ request: ReceivedRequest, from provenance: Provenance, to opened: RequestURL?,
        on connection: RawConnection, _ wakePipe: WakePipe
    ) -> Persistence {
        do throws(BriefResponse) {
            // What names a whole URL was sent by a program that has us as its proxy; a page in a browser cannot do that.
            if opened == nil, tunnels == nil || request.absoluteTarget == nil { try hosts.check(request) }
            if let desk, desk.isAsked(by: request) { throw desk.reply(to: request) }
            let passed = try pass.request(for: request, to: opened)
            if let backlog, !backlog.enter(bytes: passed.body.bytes?.count ?? 0) { return .close }
            var provenance = provenance
            if opened == nil, pass.standsIn(for: request) {
                provenance.relayedOrigins?.isAskedByAddress = true
            }
            let held = holder.flatMap { HeldRelay(for: passed, of: client, by: $0) }
            let relay =
                held?.relay(passed, from: provenance) { wakePipe.wake() }
                ?? client.relay(passed, from: provenance) { wakePipe.wake() }
            return relayed(relay, held, to: request, on: connection, wakePipe)
        } catch {
            let isWritten = connection.write(error.wireBytes(to: request))
            return isWritten ? request.persistence : .close
        }
    }

    // MARK: Opening

    /// Plays the server at the end of a tunnel, and passes on what it is asked.
    private func open(
        _ url: RequestURL, as server: TLSServer, from provenance: Provenance, on connection: RawConnection,
        over socket: Socket, _ wakePipe: WakePipe, until stop: StopSignal
    ) {
        guard connection.write(HeadWriter.bytes(200, "Connection established", [:], .keepAlive, to: nil))
        else { return }
        guard let stream = TLSStream(on: socket, as: server, early: connection.handOver()) else {
            return socket.close()
        }
        do throws(TLSStream.HandshakeError) {
            try stream.shakeHands(until: .now + Self.handshakePatience, or: stop)
        } catch {
            tellRefusal(of: url, from: provenance, error, until: stop)
            // What the program still sends must not destroy the alert that tells it why.
            return self.connection(0, over: socket, until: stop).closeAfterDraining()
        }
        let inner = self.connection(connection.number, over: stream, until: stop)
        defer { inner.close() }
        var opened = provenance
        opened.source = .opened
        if case .silent = answerAll(on: inner, from: opened, to: url, wakePipe, until: stop) {
            tellRefusal(of: url, from: provenance, nil, until: stop)
        }
    }

    private func tellRefusal(
        of url: RequestURL, from provenance: Provenance, _ error: TLSStream.HandshakeError?,
        until stop: StopSignal
    ) {
        guard !stop.isRaised, let opener,
            let why = opener.noteRefusal(of: url, by: provenance.program, error),
            backlog?.enter(bytes: 0) != false
        else { return }
        var provenance = provenance
        provenance.source = .tunnel
        client.tunnel(to: url, from: provenance) { _ in }.end(.failed(ClientError(.tls, .tls, why)))
    }

    private func page(for request: ReceivedRequest, at url: RequestURL?) -> BriefResponse {
        let misses = MockedRequest(request, at: url).map {
            client.mocks.nearMisses(to: $0, limit: 3, now: Date())
        }
        return BriefResponse(404, NearMissPage(misses: misses ?? []).text)
    }

    /// Hands an answer on while it arrives; a client that leaves ends its task.
    private func relayed(
        _ relay: Relay, _ held: HeldRelay?, to request: ReceivedRequest, on connection: RawConnection,
        _ wakePipe: WakePipe
    ) -> Persistence {
        var writer = RelayWriter(connection: connection, request: request)
        while true {
            while let part = relay.next() {
                note(part, of: relay, to: request, hasBegun: writer.hasBegun)
                if case .head(let head) = part, head.headers["Unmocked-Request"] != nil,
                    relay.task.record.lastExchange?.start.mock == .unmocked
                {
                    writer.replace(by: page(for: request, at: relay.task.record.origin.url))
                }
                for part in held?.handedOn(part) ?? [part] {
                    if let persistence = writer.write(part, of: relay) { return persistence }
                }
            }
            guard writer.flush(), connection.wait(for: wakePipe) else {
                relay.task.cancel()
                return .close
            }
        }
    }

    /// Writes a request down before its answer begins: who has got one finds the request there.
    private func note(_ part: Relay.Part, of relay: Relay, to request: ReceivedRequest, hasBegun: Bool) {
        guard let desk, !hasBegun else { return }
        var status: Int?
        if case .head(let head) = part { status = head.status }
        desk.journal.withLock { $0.note(request, answeredBy: relay.task.record, status: status) }
    }
}
