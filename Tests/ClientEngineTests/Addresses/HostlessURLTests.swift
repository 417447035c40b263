import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// Some parsers read `http:///x` as a URL with the host `x`.
///
/// The first word of the path would then receive data for another server.
@Suite("URLs without a host", .timeLimit(.minutes(1)))
struct HostlessURLTests {
    static let hostless = [
        "http:///x", "https:///a/b", "http:////x", "http:/a/b", "HTTP:/a", "http:a", "http:", "http://?q",
        "http://#f",
        "http://:80/x", "http://u@/x", "http://u:p@:80/x",
    ]

    @Test("are refused, and the refusal says what is missing", arguments: hostless)
    func refused(text: String) throws {
        let error = #expect(throws: ClientError.self) { try RequestURL(parsing: text) }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message == "the URL “\(text)” cannot be used: it has no host")
        #expect(RequestURL.fault(in: text) == "it has no host")
        #expect(throws: ClientError.self) { try BaseURL(text) }
    }

    @Test("are refused as references, too", arguments: hostless + ["//", "///x", "//?q", "//:80/x"])
    func references(text: String) throws {
        let base = try RequestURL(parsing: "http://a.test/b")
        #expect(throws: ClientError.self) { try RequestURL(parsing: text, relativeTo: base) }
    }

    @Test(
        "Neither is a scheme a host",
        arguments: ["https://https://a.test/x", "http://HTTP:/x", "http://https:"])
    func schemeTwice(text: String) throws {
        #expect(RequestURL.fault(in: text) == "it names a scheme twice")
        #expect(throws: ClientError.self) { try RequestURL(parsing: text) }
    }

    @Test(
        "What only looks like one is none",
        arguments: [
            "http://a///x", "http://a/http:///x", "http://a?http:///x", "http://a:/http:", "http://a:80//x",
        ])
    func others(text: String) throws {
        #expect(try RequestURL(parsing: text).host == "a")
        #expect(RequestURL.fault(in: text) == nil)
    }

    @Test("Nothing is sent for them, by whichever door they come", arguments: ["http:///", "http:/"])
    func nothingSent(prefix: String) async throws {
        let server = try SandboxServer.start()
        let authority = String(server.url.dropFirst("http://".count))
        let url = "\(prefix)\(authority)/hello"
        let secret: Headers = ["Authorization": "Bearer s3cret"]
        for client in [Client(), Client(baseURL: server.url), Client(baseURL: url)] {
            let error = await #expect(throws: ClientError.self) {
                try await client.send(.get(url).with { $0.headers = secret })
            }
            #expect(error?.label == "invalidRequest/queue")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("A redirect to one is not followed")
    func redirect() async throws {
        let server = try ScriptedServer { request in
            .init(status: 302, headers: ["Location": "http:///\(request.header("Host") ?? "")/stolen"])
        }
        let client = Client(baseURL: server.url)
        let error = await #expect(throws: ClientError.self) { try await client.send(.get("/a")) }
        #expect(error?.label == "redirect/receive")
        #expect(error?.message.contains("it has no host") == true)
        #expect(server.server.requests.map(\.target) == ["/a"])
    }

    @Test(
        "A query may be empty: its mark is sent",
        arguments: [
            ("/hello?", "/hello?"), ("/hello?#f", "/hello?"), ("/?", "/?"), ("?", "/?"), ("/hello", "/hello"),
            ("/hello#?", "/hello"), ("/hello??", "/hello??"), ("/hello?a?", "/hello?a?"),
        ])
    func emptyQuery(reference: String, target: String) async throws {
        let server = try SandboxServer.start()
        _ = try await Client().send(.get(server.url + reference))
        #expect(server.requests.map(\.target) == [target])
        #expect(try RequestURL(parsing: server.url + reference).text == server.url + target)
    }

    @Test("HEAD with a body is refused: libcurl would leave the body out, and nobody would know")
    func head() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.head("/hello").with { $0.body = .text("a") })
        }
        #expect(error?.label == "unsupported/queue")
        #expect(server.requests.isEmpty)
        #expect(try await client.send(.head("/hello")).status == 200)
    }
}
