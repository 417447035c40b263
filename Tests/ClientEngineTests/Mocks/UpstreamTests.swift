import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Mocks that send requests elsewhere", .timeLimit(.minutes(1)))
struct UpstreamTests {
    @Test(
        "the path and the query stand behind the other server's URL",
        arguments: [
            ("http://b.test", nil, "/a/c?d=e", "http://b.test/a/c?d=e"),
            ("http://b.test:81/v1/", nil, "/a", "http://b.test:81/v1/a"),
            ("https://b.test/v1", "/a", "/a/c", "https://b.test/v1/c"),
            ("http://b.test", "/a", "/a", "http://b.test/"), ("http://b.test", "/x", "/a", "http://b.test/a"),
        ] as [(String, String?, String, String)])
    func urls(base: String, prefix: String?, target: String, expected: String) throws {
        let upstream = Mock.Upstream(base, removingPrefix: prefix)
        #expect(try upstream.url(for: .at(target)).text == expected)
    }

    @Test("what proves who somebody is stays at home, unless it is added")
    func fields() throws {
        let sent: Headers = ["Authorization": "secret", "Cookie": "a=b", "X": "1", "Y": "2"]
        let upstream = Mock.Upstream("http://b.test", adding: ["X": "3", "Z": "4"], removing: ["y"])
        let other = try upstream.url(for: .at("/"))
        #expect(upstream.headers(sent, from: .at("/"), to: other, hasBody: false) == ["X": "3", "Z": "4"])
        #expect(
            upstream.headers(sent, from: .at("/"), to: .at("/x"), hasBody: false)["Authorization"] == "secret"
        )
        let added = Mock.Upstream("http://b.test", adding: ["Authorization": "other"])
        #expect(added.headers(sent, from: .at("/"), to: other, hasBody: false)["Authorization"] == "other")
    }

    @Test("A mock that adds chunks to requests has those with a body sent in chunks, and no others")
    func chunks() async throws {
        let server = try ScriptedServer { request in
            .init(headers: ["X-Coding": request.header("Transfer-Encoding") ?? "none"], body: "there")
        }
        let client = Client(baseURL: "http://127.0.0.1:1")
        let upstream = Mock.Upstream(server.url, adding: ["Transfer-Encoding": "chunked"])
        try client.mocks.add(.on(nil, "/a"), Mock.Answer(.proxy(upstream)))
        #expect(try await client.send(.get("/a")).headers["X-Coding"] == "none")
        #expect(try await client.send(.post("/a", body: .text("x"))).headers["X-Coding"] == "chunked")
    }

    @Test("a task gets the other server's answer, and says which mock sent it there")
    func task() async throws {
        let server = try ScriptedServer { request in
            .init(
                headers: ["X-Target": request.target, "X-Seen": request.header("X-Added") ?? "-"],
                body: "there")
        }
        let client = Client(baseURL: "http://127.0.0.1:1")
        let upstream = Mock.Upstream(server.url, removingPrefix: "/api", adding: ["X-Added": "1"])
        let id = try client.mocks.add(.get("/api/:any"), Mock.Answer(.proxy(upstream)))
        let response = try await client.send(.get("/api/a?b=c"))
        #expect(response.text == "there")
        #expect(response.headers["X-Target"] == "/a?b=c")
        #expect(response.headers["X-Seen"] == "1")
        #expect(response.record.lastExchange?.start.mock?.id == id)
        #expect(server.server.requests.first?.header("Host")?.hasPrefix("127.0.0.1:") == true)
        try client.mocks.add(.get("/bad"), Mock.Answer(.proxy(.init("nowhere:x"))))
        await #expect(throws: ClientError.self) { try await client.send(.get("/bad")) }
    }
}
