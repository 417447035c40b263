import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// Authenticates with increasing numbers, records its challenges, and answers them with a closure.
final class CountingAuthenticator: Authenticator {
    let answers: @Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Answer
    let asked = Locked<[(status: StatusCode, token: Int?)]>([])
    private let count = Locked(0)

    init(
        _ answers: @escaping @Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Answer = {
            _ in .sendAgain
        }
    ) {
        self.answers = answers
    }

    func headers(for request: Request) async throws -> AuthenticationHeaders {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return AuthenticationHeaders(["Authorization": "Number \(number)"], token: number)
    }

    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        asked.withLock { $0.append((challenge.response.status, challenge.token as? Int)) }
        return await answers(challenge)
    }
}

@Suite("Authentication", .timeLimit(.minutes(1)))
struct AuthenticationTests {
    private let quick = RetryPolicy(
        maximumRetries: 1, backoff: Backoff(from: .milliseconds(1), hasJitter: false))

    private func client(_ server: ScriptedServer, _ credentials: Credentials? = nil) -> Client {
        Client(baseURL: server.url) {
            $0.authentication = credentials
            $0.retry = quick
        }
    }

    // MARK: - Fixed credentials

    @Test("without credentials nothing is proved, and 401 is an answer")
    func none() async throws {
        let server = try ScriptedServer(401)
        let response = try await client(server).send(.get("/"))
        #expect(response.status == 401)
        #expect(response.credentials == nil)
        #expect(server.proofs == [nil])
    }

    static let fixed: [(credentials: Credentials, proof: String)] = [
        (.basic(user: "Aladdin", password: "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        (.basic(user: "ü", password: ""), "Basic w7w6"), (.bearer("abc"), "Bearer abc"),
        (.headers(["Authorization": "Own x"]), "Own x"),
    ]

    @Test("fixed credentials go out with the first request", arguments: fixed)
    func fixedProof(credentials: Credentials, proof: String) async throws {
        let server = try ScriptedServer(200)
        let response = try await client(server, credentials).send(.get("/"))
        #expect(server.proofs == [proof])
        #expect(response.credentials == credentials)
    }

    @Test("a proof replaces fields of its name, and leaves the content's alone")
    func fields() async throws {
        let server = try ScriptedServer(200)
        let own = Credentials.headers([
            "X-Key": "k", "content-type": "no", "Accept": "no", "Content-Length": "9",
        ])
        var request = Request.post("/", body: .text("x"))
        request.headers = ["x-key": "old", "Accept": "a/b", "Content-Type": "c/d"]
        _ = try await client(server, own).send(request)
        let sent = try #require(server.server.requests.first)
        #expect(sent.header("X-Key") == "k" && sent.header("Accept") == "a/b")
        #expect(sent.header("Content-Type") == "c/d" && sent.header("Content-Length") == "1")
    }

    @Test("credentials that cannot be sent fail before anything is sent")
    func unsendable() async throws {
        let server = try ScriptedServer(200)
        let task = client(server, .bearer("a\r\nX: y")).start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "invalidRequest/queue")
        #expect(server.server.requests.isEmpty)
    }

    @Test("a secret is in no description and in no dump")
    func descriptions() {
        for own in [
            Credentials.basic(user: "me", password: "sesame"), .bearer("sesame"),
            .digest(user: "me", password: "sesame"), .headers(["X-Key": "sesame"]),
        ] {
            var dumped = "\(own) \(String(reflecting: own))"
            dump(own, to: &dumped)
            dump(Request.get("/").with { $0.authentication = own }, to: &dumped)
            #expect(!dumped.contains("sesame") && !dumped.contains("c2VzYW1l"))
        }
        #expect("\(Credentials.basic(user: "me", password: "x"))" == "Basic for “me”")
    }

    // MARK: - Scope

    /// References resolved against http://a.test/v1, and whether the client's credentials are sent there.
    static let places: [(url: String, isInside: Bool)] = [
        ("foo", true), ("", true), ("/foo", false), ("/v1/foo", true), ("http://a.test/v1/", true),
        ("HTTP://A.TEST:80/v1/x", true), ("http://b.test/v1/foo", false), ("http://a.test:81/v1/foo", false),
        ("https://a.test/v1/foo", false), ("http://a.test/v1", false), ("http://a.test/v10/x", false),
        ("http://a.test/v1/../x", false), ("http://a.test/v1/%2e%2E/x", false),
        ("http://a.test/x/../v1/y", true),
        ("http://a.test/v1/./y", true), ("http://a.test/v1/x/..", true), ("http://a.test.b.test/v1/x", false),
        ("http://a.test/V1/x", false),
    ]

    @Test("a client's credentials go where its base URL is, and nowhere else", arguments: places)
    func scope(url: String, isInside: Bool) throws {
        var configuration = ClientConfiguration()
        configuration.baseURL = "http://a.test/v1/"
        configuration.authentication = .bearer("t")
        let prepared = PreparedRequest(.get(url), ClientSettings(configuration))
        let place = try #require(prepared.url)
        #expect((prepared.settings.authorization.credentials(for: place) != nil) == isInside)
        var own = Request.get(url)
        own.authentication = .bearer("own")
        #expect(
            PreparedRequest(own, ClientSettings(configuration)).settings.authorization.credentials(for: place)
                == .bearer("own"))
        own.authentication = .anonymous
        #expect(
            PreparedRequest(own, ClientSettings(configuration)).settings.authorization.credentials(for: place)
                == nil)
        configuration.baseURL = nil
        #expect(
            PreparedRequest(.get("http://a.test/v1/x"), ClientSettings(configuration)).settings.authorization
                .credentials(for: place) == nil)
    }

    @Test("no redirect carries credentials to another origin, neither the client's nor the request's own")
    func redirects() async throws {
        let other = try ScriptedServer(200)
        let elsewhere = other.url
        let server = try ScriptedServer { request in
            .init(status: 302, headers: ["Location": request.target == "/a" ? "/b" : elsewhere + "/c"])
        }
        _ = try await client(server, .bearer("t")).send(.get("/a"))
        _ = try await client(server).send(.get("/a").with { $0.authentication = .headers(["X-Key": "k"]) })
        #expect(server.proofs == ["Bearer t", "Bearer t", nil, nil])
        #expect(server.server.requests.suffix(2).map { $0.header("X-Key") } == ["k", "k"])
        #expect(other.proofs == [nil, nil])
        #expect(other.server.requests.allSatisfy { $0.header("X-Key") == nil })
    }

    // MARK: - Refusals

    @Test("a refused proof is replaced once, in an exchange of its own, with the token handed back")
    func sendAgain() async throws {
        let own = CountingAuthenticator()
        let server = try ScriptedServer(401, 200)
        let response = try await client(server, .authenticator(own)).send(.get("/"))
        #expect(response.status == 200)
        #expect(server.proofs == ["Number 1", "Number 2"])
        #expect(own.asked.withLock { $0.map(\.token) } == [1])
        #expect(
            response.record.attempts.map { $0.exchanges.map(\.start.reason) } == [[nil, .authentication]])
    }

    /// The server's statuses in order, the final status, and the challenges that the authenticator received.
    static let turns: [(statuses: [Int], end: StatusCode, asked: [StatusCode])] = [
        ([401, 401, 200], 401, [401]), ([401, 503, 401, 200], 401, [401]), ([403, 200], 200, [403]),
        ([403, 403, 200], 403, [403]), ([401, 403, 200], 200, [401, 403]), ([403, 401, 200], 401, [403]),
        ([401, 503, 403, 200], 200, [401, 403]), ([403, 503, 401, 200], 401, [403]),
        ([503, 401, 503, 200], 200, [401]),
    ]

    @Test("refusals are answered once each, and retries in between change nothing", arguments: turns)
    func inTurn(statuses: [Int], end: StatusCode, asked: [StatusCode]) async throws {
        let own = CountingAuthenticator()
        let left = Locked(statuses[...])
        let server = try ScriptedServer { _ in .init(status: left.withLock { $0.popFirst() ?? end.rawValue })
        }
        let response = try await client(server, .authenticator(own)).send(.get("/"))
        #expect(response.status == end)
        #expect(own.asked.withLock { $0.map(\.status) } == asked)
    }

    @Test("an answer that takes its time is waited for", arguments: [true, false])
    func slowAnswer(sendsAgain: Bool) async throws {
        let gate = Promise<Void>()
        let own = CountingAuthenticator { _ in
            await gate.value
            return sendsAgain ? .sendAgain : .giveUp
        }
        let server = try ScriptedServer(401, 200)
        let task = client(server, .authenticator(own)).start(.get("/"))
        try await wait(for: "the question") { own.asked.withLock { !$0.isEmpty } }
        #expect(task.state.name == .running)
        gate.fulfil(())
        #expect(try await task.value.status == (sendsAgain ? 200 : 401))
    }

    @Test("a challenge shows the whole answer and the request")
    func challenge() async throws {
        let seen = Locked<AuthenticationChallenge?>(nil)
        let own = CountingAuthenticator { challenge in
            seen.withLock { $0 = challenge }
            return .giveUp
        }
        let server = try ScriptedServer { _ in .init(status: 403, headers: ["X-Why": "scope"], body: "more") }
        _ = try await client(server, .authenticator(own)).send(.post("/p", body: .text("b")))
        // Removed from the lock, because the request in it retains the authenticator and so the closure above.
        let taken = seen.withLock { seen in
            defer { seen = nil }
            return seen
        }
        let challenge = try #require(taken)
        #expect(challenge.response.text == "more" && challenge.response.headers["X-Why"] == "scope")
        #expect(challenge.request.method == .post && challenge.request.body == .text("b"))
        #expect(challenge.request.headers["Authorization"] == nil)
    }

    // MARK: - Proofs that fail or take for ever

    private final class Stuck: Authenticator {
        func headers(for request: Request) async throws -> AuthenticationHeaders {
            try await Task.sleep(for: .seconds(3600))
            return AuthenticationHeaders([:])
        }
    }

    private final class Broken: Authenticator {
        struct NoKey: Error {}
        func headers(for request: Request) async throws -> AuthenticationHeaders { throw NoKey() }
    }

    @Test("a task whose proof never comes can be cancelled, and its limits hold")
    func stuck() async throws {
        let server = try ScriptedServer(200)
        let client = client(server, .authenticator(Stuck()))
        let task = client.start(.get("/"))
        for await state in task.states where state.name == .running { task.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = client.start(
            .get("/").with {
                $0.totalTimeout = .milliseconds(20)
                $0.retry = .never
            })
        await #expect(throws: ClientError.self) { try await late.value }
        #expect(late.record.error?.label == "timeout/queue")
        #expect(server.server.requests.isEmpty)
    }

    @Test("a proof that cannot be made fails the task, and nothing is sent")
    func broken() async throws {
        let server = try ScriptedServer(200)
        let task = client(server, .authenticator(Broken())).start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "auth/queue")
        #expect(task.record.lastExchange?.ended != nil)
        #expect(server.server.requests.isEmpty)
    }
}
