import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Header fields with secrets", .timeLimit(.minutes(1)))
struct CredentialFieldTests {
    static let secrets = [
        "Authorization", "Proxy-Authorization", "X-Authorization", "X-Auth", "Cookie", "X-Api-Key", "apikey",
        "X-Auth-Token", "X-Client-Secret", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-JWT-Assertion",
        "X-JWT",
        "Stripe-Signature", "X-CSRF", "X-CSRF-Token", "X-XSRF", "X-Session", "X-Session-Id", "X-SID",
        "X-Access-Key",
        "X-Auth-Key", "Fastly-Key", "X-Key", "DPoP", "CF-Access-Client-Id", "CF-Access-Client-Secret",
        "CB-ACCESS-SIGN", "DD-APPLICATION-KEY", "X-GitHub-OTP",
        "x-amz-server-side-encryption-customer-key",
    ]
    static let identities = [
        "X-User", "X-User-Id", "X-UserId", "X-Tenant", "X-Tenant-ID", "X-Account", "X-Account-Id",
        "X-Session-Name",
        "X-Sid-Hint", "OpenAI-Organization", "X-Customer",
    ]
    static let others = [
        "Idempotency-Key", "Surrogate-Key", "X-Cache-Key", "Accept-Language", "X-Trace", "X-Keyboard",
        "X-Author",
        "X-Inside", "Signature-Input", "X-Auth-Policy", "X-User-Agent",
    ]

    private func headers(_ names: [String]) -> Headers {
        Headers(names.map { Headers.Field($0, "canary-of-\($0)") })
    }

    /// Returns the names of the fields with a canary that a server received.
    private func arrived(at server: ScriptedServer) -> [String] {
        server.server.requests.flatMap(\.headers).filter { $0.value.hasPrefix("canary") }.map(\.name)
    }

    @Test(
        "A redirect to another port takes no field with a secret along, and all others",
        arguments: [302, 307])
    func redirect(status: Int) async throws {
        let other = try ScriptedServer(200)
        let location = other.url
        let server = try ScriptedServer { _ in .init(status: status, headers: ["Location": location]) }
        let request = Request.get(server.url).with {
            $0.headers = headers(Self.secrets + Self.identities + Self.others)
        }
        #expect(try await Client().send(request).status == 200)
        #expect(arrived(at: server) == Self.secrets + Self.identities + Self.others)
        #expect(arrived(at: other) == Self.identities + Self.others)
    }

    @Test("A mock that sends a request to another server sends no field with a secret, and all others")
    func upstream() async throws {
        let other = try ScriptedServer(200)
        let client = Client(baseURL: "http://127.0.0.1:1")
        try client.mocks.add(.get("/a"), Mock.Answer(.proxy(Mock.Upstream(other.url))))
        let request = Request.get("/a").with { $0.headers = headers(Self.secrets + Self.others) }
        #expect(try await client.send(request).status == 200)
        #expect(arrived(at: other) == Self.others)
    }

    @Test("Redaction hides the values of fields with secrets, and shows those of others")
    func redaction() {
        for name in Self.secrets {
            var redaction = Redaction()
            #expect(redaction.value(ofHeader: name, "canary42") == "<redacted:1>", "\(name)")
        }
        for name in Self.identities + Self.others + ["Sec-WebSocket-Key", "WWW-Authenticate", "User-Agent"] {
            var redaction = Redaction()
            #expect(redaction.value(ofHeader: name, "canary42") == "canary42", "\(name)")
        }
    }

    @Test(
        "A cache keeps answers apart by each field with a secret or a name of the sender",
        arguments: secrets + identities)
    func cache(name: String) async throws {
        #expect(try await answers(name) == ["one", "two", "one"])
    }

    @Test("A cache gives the same answer whatever other fields hold", arguments: others + ["User-Agent"])
    func shared(name: String) async throws {
        #expect(try await answers(name) == ["one", "one", "one"])
    }

    /// Returns the responses to requests with the values `one`, `two` and `one`.
    ///
    /// The server echoes the value.
    private func answers(_ name: String) async throws -> [String] {
        let server = try ScriptedServer {
            .init(headers: ["Cache-Control": "max-age=600"], body: $0.header(name) ?? "none")
        }
        let client = Client(baseURL: server.url) { $0.cache = .memory(1 << 20) }
        var answers: [String] = []
        for value in ["one", "two", "one"] {
            answers.append(try await client.send(Request.get("/a").header(name, value)).text)
        }
        #expect(server.server.requests.count == Set(answers).count)
        return answers
    }
}
