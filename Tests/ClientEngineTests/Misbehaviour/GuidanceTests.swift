import InspectorSandbox
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Servers that lead astray", .timeLimit(.minutes(1)))
struct GuidanceTests {
    @Test("from https to plain http is refused, with the answer kept")
    func downgrade() async throws {
        let plain = try SandboxServer.start()
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 302 Found\r\nLocation: \(plain.url)/hello\r\nContent-Length: 0\r\n\r\n")
        })
        let client = Client { $0.connections.tls.certificateAuthorities = server.caFile }
        let task = client.start(.get(server.httpsURL + "/"))
        _ = try? await task.value
        #expect(task.record.error?.label == "redirect/receive")
        #expect(task.record.status == 302)
        #expect(plain.requests.isEmpty)
    }

    static let secrets: Headers = [
        "Authorization": "Bearer canary", "Cookie": "id=canary", "X-Api-Key": "canary",
        "X-Auth-Token": "canary",
        "Proxy-Authorization": "Basic canary",
    ]

    @Test("no credential goes to another origin", arguments: [301, 302, 303, 307, 308])
    func crossOrigin(status: StatusCode) async throws {
        let other = try SandboxServer.start()
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            let location = "Location: http://evil:canary@127.0.0.1:\(other.port)/hello"
            connection.write("HTTP/1.1 \(status) Go\r\n\(location)\r\nContent-Length: 0\r\n\r\n")
        })
        let client = Client(baseURL: "http://user:canary@127.0.0.1:\(server.port)")
        let request = Request(method: .post, url: "/", headers: Self.secrets, body: .text("x"))
        let response = try await client.send(request)
        #expect(response.status == 200)
        let received = try #require(other.requests.first)
        #expect(!received.headers.contains { $0.value.contains("canary") || $0.value.contains("Y2FuYXJ5") })
        #expect(server.requests.first?.header("X-Api-Key") == "canary")
    }

    @Test(
        "a wait that was asked for is kept, cut, or ignored",
        arguments: [
            ("seconds", 1), ("zero", 0), ("past", 0), ("long", 60), ("negative", 7), ("digits", 7),
            ("garbage", 7),
        ])
    func retryAfter(variant: String, expected: Int) async throws {
        let server = try SandboxServer.start()
        let time = ManualTime()
        let backoff = Backoff(from: .seconds(7), maximum: .seconds(7), hasJitter: false)
        let client = Client(baseURL: server.url) {
            $0.time = time
            $0.retry = RetryPolicy(maximumRetries: 1, backoff: backoff)
        }
        var events = client.events().makeAsyncIterator()
        let task = client.start(.get("/bad/R13?variant=\(variant)"))
        var delay: Duration?
        while let event = await events.next() {
            guard case .attemptEnded(_, let plan?) = event.kind else { continue }
            delay = plan.delay
            break
        }
        task.cancel()
        #expect(delay == .seconds(expected))
    }
}
