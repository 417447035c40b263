import ClientEngine
import Foundation
import HTTPServer

/// What the connections of a server share.
struct StubService: Sendable {
    private let settings: StubServer.Settings
    private let client: Client
    private let hosts: HostRule
    private let pass: PassRule
    private let journal = Guarded(Journal())
    private let desk: AdminDesk?

    init(_ settings: StubServer.Settings, client: Client, port: UInt16) {
        self.settings = settings
        self.client = client
        hosts = HostRule(allowing: settings.allowedHosts)
        pass = PassRule(settings, port: port)
        desk = settings.admin.map { [journal] in
            AdminDesk(source: $0, mocks: client.mocks, journal: journal)
        }
    }

    /// Serves one connection to its end.
    func serve(_ socket: Socket, number: Int, until stop: StopSignal) {
        var limits = RequestParser.Limits()
        limits.body = 64 << 20
        let patience = Patience(idle: .seconds(75), head: .seconds(10), body: .seconds(30))
        let connection = RawConnection(
            number: number, stream: socket, stop: stop, limits: limits, patience: patience)
        defer { connection.close() }
        guard let bell = try? Bell() else { return }
        while true {
            switch connection.receive() {
            case .success(let request):
                guard answer(request, on: connection, bell) == .keepAlive else {
                    return connection.closeAfterDraining()
                }
            case .failure(.refused(let refusal)):
                let reply = PlainReply(refusal.status, "\(refusal.why)\n")
                _ = connection.write(reply.wireBytes(to: nil))
                return connection.closeAfterDraining()
            case .failure(.ended):
                return
            }
        }
    }

    private func answer(_ request: ReceivedRequest, on connection: RawConnection, _ bell: Bell) -> Ending {
        do throws(PlainReply) {
            try hosts.check(request)
            if let desk, desk.isAsked(by: request) { throw desk.reply(to: request) }
            let passed = try pass.request(for: request)
            let relay = client.relay(passed, from: pass.provenance) { bell.ring() }
            return relayed(relay, to: request, on: connection, bell)
        } catch {
            let isWritten = connection.write(error.wireBytes(to: request))
            return isWritten && request.keepsConnection ? .keepAlive : .close
        }
    }

    /// The page that names the mocks nearest to a request that none answers.
    private func page(for request: ReceivedRequest, at url: RequestURL?) -> PlainReply {
        let misses = MockedRequest(request, at: url).map {
            client.mocks.nearMisses(to: $0, limit: 3, now: Date())
        }
        return PlainReply(404, NearMissPage(misses: misses ?? []).text)
    }

    /// Hands an answer on while it arrives; a client that leaves ends its task.
    private func relayed(
        _ relay: Relay, to request: ReceivedRequest, on connection: RawConnection, _ bell: Bell
    ) -> Ending {
        var writer = RelayWriter(connection: connection, request: request)
        while true {
            while let part = relay.take() {
                if case .head(let head) = part, head.headers["Unmocked-Request"] != nil, relay.isUnmocked {
                    writer.replace(by: page(for: request, at: relay.task.record.origin.url))
                }
                guard let ending = writer.write(part, of: relay) else { continue }
                journal.withLock { $0.note(request, answeredBy: relay.task.record) }
                return ending
            }
            guard writer.flush(), connection.wait(for: bell) else {
                relay.task.cancel()
                return .close
            }
        }
    }
}

/// What becomes of a connection after an answer.
enum Ending: Sendable { case keepAlive, close }

extension Relay {
    /// Whether no mock has answered, and the mocks keep what they do not answer from the network.
    var isUnmocked: Bool { task.record.lastExchange?.start.mock == .unmocked }
}
