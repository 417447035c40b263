import ClientEngine
import FoundationEssentials
import InspectorHTTPServer

/// The state that the connections of a server share.
struct ConnectionHandler: Sendable {
    private let client: Client
    private let hosts: HostRule
    private let pass: Forwarding
    private let desk: AdminAPI?
    private let backlog: Backlog?
    private let programs: ProgramFinder?
    /// Nil where the server is no proxy.
    private let tunnels: TunnelMaker?
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
        desk = settings.admin.map { AdminAPI(source: $0, mocks: client.mocks) }
    }

    func serve(_ socket: Socket, number: Int, until stop: StopSignal) {
        var limits = RequestParser.Limits()
        limits.body = 64 << 20
        let timeouts = ConnectionTimeouts(idle: .seconds(75), head: .seconds(10), body: .seconds(30))
        let connection = RawConnection(
            number: number, stream: socket, stop: stop, limits: limits, timeouts: timeouts, held: held)
        defer { connection.close() }
        var provenance = pass.provenance
        provenance.program = programs?.program(at: socket)
        guard let wakePipe = WakePipe() else { return }
        while true {
            switch connection.receive() {
            case .success(let request) where request.method == "CONNECT" && tunnels != nil:
                guard makeTunnel(for: request, from: provenance, on: connection, over: socket, until: stop)
                else { return connection.closeAfterDraining() }
                return
            case .success(let request):
                guard answer(request, from: provenance, on: connection, wakePipe) == .keepAlive else {
                    return connection.closeAfterDraining()
                }
            case .failure(.refused(let refusal)):
                let reply = BriefResponse(refusal.status, "\(refusal.why)\n")
                _ = connection.write(reply.wireBytes(to: nil))
                return connection.closeAfterDraining()
            case .failure(.ended):
                return
            }
        }
    }

    private func answer(
        _ request: ReceivedRequest, from provenance: Provenance, on connection: RawConnection,
        _ wakePipe: WakePipe
    ) -> Persistence {
        do throws(BriefResponse) {
            // What names a whole URL was sent by a program that has us as its proxy; a page in a browser cannot do that.
            if tunnels == nil || request.absoluteTarget == nil { try hosts.check(request) }
            if let desk, desk.isAsked(by: request) { throw desk.reply(to: request) }
            let passed = try pass.request(for: request)
            if let backlog, !backlog.enter(bytes: passed.body.bytes?.count ?? 0) { return .close }
            let relay = client.relay(passed, from: provenance) { wakePipe.wake() }
            return relayed(relay, to: request, on: connection, wakePipe)
        } catch {
            let isWritten = connection.write(error.wireBytes(to: request))
            return isWritten ? request.persistence : .close
        }
    }

    /// Hands the connection over to a tunnel; false where there is none.
    private func makeTunnel(
        for request: ReceivedRequest, from provenance: Provenance, on connection: RawConnection,
        over socket: Socket, until stop: StopSignal
    ) -> Bool {
        do throws(BriefResponse) {
            if let backlog, !backlog.enter(bytes: 0) { return false }
            try tunnels?.make(
                for: request, from: provenance, on: connection, over: socket, until: stop)
            return true
        } catch {
            _ = connection.write(error.wireBytes(to: request))
            return false
        }
    }

    private func page(for request: ReceivedRequest, at url: RequestURL?) -> BriefResponse {
        let misses = MockedRequest(request, at: url).map {
            client.mocks.nearMisses(to: $0, limit: 3, now: Date())
        }
        return BriefResponse(404, NearMissPage(misses: misses ?? []).text)
    }

    /// Hands an answer on while it arrives; a client that leaves ends its task.
    private func relayed(
        _ relay: Relay, to request: ReceivedRequest, on connection: RawConnection, _ wakePipe: WakePipe
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
                if let persistence = writer.write(part, of: relay) { return persistence }
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
