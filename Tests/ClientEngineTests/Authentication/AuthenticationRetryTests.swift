import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Authentication and retries", .timeLimit(.minutes(1)))
struct AuthenticationRetryTests {
    private let backoff = Backoff(from: .milliseconds(1), hasJitter: false)

    private func client(_ server: ScriptedServer, _ credentials: Credentials?) -> Client {
        Client(baseURL: server.url) { $0.authentication = credentials }
    }

    /// The credentials, the server's statuses in order, the number of requests, and the final status.
    private static let retried: [(who: Who, statuses: [Int], requests: Int, end: StatusCode)] = [
        (.nobody, [401, 200], 2, 200), (.basic, [401, 200], 1, 401), (.refusing, [401, 200], 1, 401),
        (.nobody, [403, 200], 2, 200), (.basic, [403, 200], 2, 200), (.refusing, [403, 200], 2, 200),
        (.basic, [503, 401, 200], 2, 401), (.basic, [403, 403, 200], 2, 403),
    ]

    enum Who: Sendable { case nobody, basic, refusing }

    @Test(
        "401 with credentials is never retried; without any, and 403, where the policy says so",
        arguments: retried)
    func retries(who: Who, statuses: [Int], requests: Int, end: StatusCode) async throws {
        let left = Locked(statuses[...])
        let server = try ScriptedServer { _ in .init(status: left.withLock { $0.popFirst() ?? 500 }) }
        let asked = CountingAuthenticator { _ in .giveUp }
        let credentials: Credentials? =
            switch who {
            case .nobody: nil
            case .basic: .basic(user: "u", password: "p")
            case .refusing: .authenticator(asked)
            }
        let request = Request.get("/").with {
            $0.retry = RetryPolicy(
                maximumRetries: 1, when: [.status(401), .status(403), .status(503)], backoff: backoff)
        }
        let response = try await client(server, credentials).send(request)
        #expect(response.status == end)
        #expect(server.server.requests.count == requests)
        #expect(response.record.attempts.count == requests)
        if who == .refusing { #expect(asked.asked.withLock { $0.map(\.status.rawValue) } == [statuses[0]]) }
    }

    @Test(
        "an answered 401 lets the attempts be counted anew",
        arguments: [
            ([503, 401, 503, 200], 4, 200), ([503, 503, 200], 2, 503), ([503, 401, 503, 503, 200], 4, 503),
            ([401, 503, 200], 3, 200), ([401, 503, 503, 200], 3, 503),
        ])
    func countedAnew(statuses: [Int], requests: Int, end: StatusCode) async throws {
        let left = Locked(statuses[...])
        let server = try ScriptedServer { _ in .init(status: left.withLock { $0.popFirst() ?? 500 }) }
        let client = client(server, .authenticator(CountingAuthenticator()))
        let request = Request.get("/").with { $0.retry = .networkFailureOrServiceUnavailable(.retryOnce) }
        let response = try await client.send(request)
        #expect(response.status == end)
        #expect(server.server.requests.count == requests)
        // Each exchange carried separate credentials, including the retries.
        #expect(server.proofs == (1...requests).map { "Number \($0)" })
    }
}
