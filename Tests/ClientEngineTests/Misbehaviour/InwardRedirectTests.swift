import EngineSupport
import InspectorHTTPServer
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Redirects that lead inwards", .timeLimit(.minutes(1)))
struct InwardRedirectTests {
    static let inside = [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
        "169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fd00::1",
        "fe80::1", "fe80::1%eth0", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::a00:1",
    ]
    static let outside = [
        "93.184.216.34", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.128.0.1", "192.169.0.1", "11.0.0.1",
        "223.255.255.255", "2606:2800:220:1::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
    ]

    @Test("private, local and special addresses are inside, all others outside")
    func addresses() {
        for address in Self.inside {
            #expect(ConnectionRecord.AddressScope(address) == .private, "\(address)")
        }
        for address in Self.outside {
            #expect(ConnectionRecord.AddressScope(address) == .public, "\(address)")
        }
        for text in ["", "localhost", "1.2.3", "/run/socket"] {
            #expect(ConnectionRecord.AddressScope(text) == nil)
        }
    }

    static let chains: [(from: String, proxy: String?, isMarked: Bool)] = [
        ("93.184.216.34", nil, true), ("10.0.0.1", nil, false), ("127.0.0.1", nil, false),
        ("93.184.216.34", "http://proxy:3128", false),
    ]

    @Test("the next exchange knows whether a public address sent it", arguments: chains)
    func orders(from: String, proxy: String?, isMarked: Bool) throws {
        var trial = try MachineTrial()
        trial.feed(.start)
        trial.feed(.began(mock: nil))
        var connection = ConnectionRecord(id: 1, isReused: false, remote: (from, 80), local: ("10.0.0.2", 1))
        connection.proxy = proxy
        trial.feed(.signal(.told(.connected(connection))))
        let answer: [TaskMachine.Input] = .answer(302, ["Location": "/next"])
        trial.feed(answer)
        #expect(trial.lastOrder?.isFromPublicAddress == isMarked)
    }

    @Test("a redirect from a public address inwards is told, and refused where asked")
    func transfers() async throws {
        let server = try SandboxServer.start()
        for isFollowed in [true, false] {
            let client = Client { $0.followsRedirectsInward = isFollowed }
            var exchangeRequest = ExchangeRequest(
                .init(
                    method: .get, url: try RequestURL(parsing: server.url + "/inspect"), headers: [:],
                    body: .none,
                    timeouts: Timeouts()))
            exchangeRequest.isFromPublicAddress = true
            let signals = try await Self.signals(of: exchangeRequest, with: client)
            let end = signals.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first
            #expect(signals.contains(.anomaly(.inwardRedirect)) == isFollowed)
            #expect(end?.error?.label == (isFollowed ? nil : "redirect/connect"))
            #expect(server.requests.count == 1, "the refused one was not sent")
        }
    }

    @Test("a redirect of this machine to itself is nothing odd")
    func local() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.followsRedirectsInward = false }
        let response = try await client.send(.get("/redirect/2"))
        #expect(response.status == 200)
        #expect(response.record.attempts.flatMap(\.exchanges).allSatisfy { $0.anomalies.isEmpty })
    }

    private static func signals(of exchangeRequest: ExchangeRequest, with client: Client) async throws
        -> [ExchangeSignal]
    {
        let collector = SignalCollector()
        let settings = ClientSettings(client.configuration)
        client.loop.enqueue { loop in
            do throws(ClientError) {
                _ = try loop.multi.start(exchangeRequest, settings, sink: collector)
            } catch {
                collector.done.fulfil(.failure(error))
            }
        }
        return try await collector.done.arrival().get()
    }
}

/// Collects all reports of an exchange.
private final class SignalCollector: ExchangeSink, Sendable {
    let done = Promise<Result<[ExchangeSignal], ClientError>>()
    private let seen = Locked<[ExchangeSignal]>([])

    func receive(_ reports: ExchangeReports) {
        while let event = reports.events.popFirst() { seen.withLock { $0.append(.told(event.kind)) } }
        for next in reports.decisive {
            seen.withLock { $0.append(next.signal) }
            if case .ended = next.signal { done.fulfil(.success(seen.withLock { $0 })) }
        }
    }
}
