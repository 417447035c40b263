import EngineSupport
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Redirects on the wire", .timeLimit(.minutes(1)))
struct RedirectWireTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    struct Step: Sendable, CustomTestStringConvertible {
        let status: StatusCode
        let method: ClientEngine.HTTPMethod
        let next: ClientEngine.HTTPMethod
        let keepsBody: Bool

        var testDescription: String { "\(status) to \(method.rawValue)" }
    }

    /// The requests sent after a redirect: RFC 9110, section 15.4, as browsers implement it.
    static let steps: [Step] = {
        let statuses: [StatusCode] = [301, 302, 303, 307, 308]
        func steps(_ method: ClientEngine.HTTPMethod, _ next: (StatusCode) -> ClientEngine.HTTPMethod)
            -> [Step]
        {
            statuses.map { Step(status: $0, method: method, next: next($0), keepsBody: next($0) == method) }
        }
        return steps(.get) { _ in .get } + steps(.head) { _ in .head }
            + steps(.post) { $0 < 304 ? .get : .post } + steps(.put) { $0 == 303 ? .get : .put }
            + steps(.patch) { $0 == 303 ? .get : .patch } + steps(.delete) { $0 == 303 ? .get : .delete }
    }()

    @Test("the server sees the method and the body that the status asks for", arguments: steps)
    func methods(step: Step) async throws {
        let hasBody = step.method != .get && step.method != .head
        let bodies: [Body] = hasBody ? [.form(["a": "b"]), .json(["a": "b"])] : [.none]
        for body in bodies {
            let request = Request(
                method: step.method, url: "/redirect/1?code=\(step.status)&to=/upload", body: body)
            let response = try await client.send(request)
            let received = Array(server.requests.suffix(2))
            #expect(received.map(\.target) == [request.url, "/upload"])
            #expect(received.map(\.method) == [step.method.rawValue, step.next.rawValue])
            let kept = step.keepsBody && hasBody
            #expect(received.map(\.body) == [body.bytes, kept ? body.bytes : []])
            let types = received.map { $0.header("Content-Type") }
            #expect(types == [body.contentType, kept ? body.contentType : nil])
            #expect(received[1].header("Content-Length") == (kept ? body.bytes.map { "\($0.count)" } : nil))
            #expect(response.status == 200 && response.url == server.url + "/upload")
            #expect(response.record.lastAttempt?.exchanges.map(\.start.method) == [step.method, step.next])
        }
    }

    @Test("A request goes out with the dot segments that its user wrote, and a redirect without")
    func dotSegments() async throws {
        let server = try ScriptedServer { request in
            request.target == "/y" ? .init() : .init(status: 302, headers: ["Location": "/x/../y"])
        }
        _ = try await Client(baseURL: server.url).send(.get(server.url + "/a/./../b"))
        #expect(server.server.requests.map(\.target) == ["/a/./../b", "/y"])
    }

    @Test("A redirect to a host beyond ASCII goes to its punycode, whatever the locale")
    func internationalHost() async throws {
        let other = try ScriptedServer(200)
        let port = try RequestURL(parsing: other.url).port
        let server = try ScriptedServer { _ in
            .init(status: 302, headers: ["Location": "http://b\u{FC}cher.test:\(port)/x"])
        }
        let client = Client {
            $0.connections.resolve = [
                HostAddresses("xn--bcher-kva.test", port: port, addresses: ["127.0.0.1"])
            ]
        }
        let response = try await client.send(.get(server.url))
        #expect(response.status == 200 && response.url == "http://xn--bcher-kva.test:\(port)/x")
        #expect(other.server.requests.map { $0.header("Host") } == ["xn--bcher-kva.test:\(port)"])
    }

    @Test("a retry sends the original request again, its method, its body and its fields")
    func retry() async throws {
        let left = Locked([503, 200][...])
        let scripted = try ScriptedServer { request in
            guard request.target == "/b" else { return .init(status: 302, headers: ["Location": "/b"]) }
            return .init(status: left.withLock { $0.popFirst() ?? 500 })
        }
        let client = Client(baseURL: scripted.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 1, when: [.status(503)], backoff: Backoff(from: .zero, hasJitter: false))
        }
        let request = Request.post("/a", body: .json([1])).with { $0.isIdempotent = true }
        #expect(try await client.send(request).status == 200)
        let received = scripted.server.requests
        #expect(received.map { "\($0.method) \($0.target)" } == ["POST /a", "GET /b", "POST /a", "GET /b"])
        #expect(received.map { String(decoding: $0.body, as: UTF8.self) } == ["[1]", "", "[1]", ""])
        let types = received.map { $0.header("Content-Type") }
        #expect(types == ["application/json", nil, "application/json", nil])
    }

    @Test(
        "one that is not followed is the answer, and nothing else is sent: by the request, or by its client")
    func unfollowed() async throws {
        let cautious = Client(baseURL: server.url) { $0.followsRedirects = false }
        let path = "/redirect/1?code=307&to=/upload"
        for (client, follows, expected) in [
            (client, nil, 200), (client, false, 307), (cautious, nil, 307), (cautious, true, 200),
        ] as [(Client, Bool?, StatusCode)] {
            let before = server.requests.count
            let request = Request.post(path, body: .text("x")).with { $0.followsRedirects = follows }
            let response = try await client.send(request)
            #expect(response.status == expected)
            #expect(response.headers["Location"] == (expected == 307 ? "/upload" : nil))
            #expect(server.requests.count - before == (expected == 307 ? 1 : 2))
            guard expected == 307 else { continue }
            // The whole response accepts any status. A parsed one requires success.
            #expect(response.text == "1 to go\n")
            let error = await #expect(throws: ResponseError.self) {
                try await client.send(request.parsing { $0.status })
            }
            #expect(error?.reason == .redirect(location: "/upload") && error?.response.text == "1 to go\n")
        }
    }

    @Test("a 3xx that leads nowhere is no good answer for what is parsed", arguments: [300, 304, 305])
    func nowhere(status: StatusCode) async throws {
        let error = await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("/status/\(status)").parsing { $0.status })
        }
        #expect(error?.reason == .redirect(location: nil))
        #expect(try await client.send(.get("/status/\(status)")).status == status)
    }
}
