import Sandbox
import Testing

@testable import ClientEngine

@Suite("Proxies", .timeLimit(.minutes(1)))
struct ProxyTests {
    /// A proxy that answers everything itself.
    private func proxy(answering text: String) throws -> SandboxServer {
        try SandboxServer.start(raw: { connection in
            while connection.readRequest() != nil { connection.write(text) }
        })
    }

    @Test("a request goes to the proxy that was named, and its connections say so")
    func plain() async throws {
        let proxy = try proxy(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let client = Client { $0.proxy = "http://ada:secret@127.0.0.1:\(proxy.port)" }
        for isReused in [false, true] {
            let response = try await client.send(.get("http://target.test/path"))
            let connection = try #require(response.record.lastExchange?.connection)
            #expect(connection.proxy == "http://127.0.0.1:\(proxy.port)")
            #expect(connection.isReused == isReused)
        }
        #expect(proxy.requests.map(\.target) == ["http://target.test/path", "http://target.test/path"])
        #expect(proxy.requests.first?.header("Proxy-Authorization") != nil)
    }

    @Test("without a proxy, connections name none")
    func none() async throws {
        let server = try SandboxServer.start()
        let response = try await Client(baseURL: server.url).send(.get("/hello"))
        #expect(response.record.lastExchange?.connection?.proxy == nil)
    }

    @Test("a proxy that does not lead on is a failure of the proxy")
    func refusedTunnel() async throws {
        let proxy = try proxy(
            answering: "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        let client = Client { $0.proxy = "127.0.0.1:\(proxy.port)" }
        let task = client.start(.get("https://target.test/"))
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.label == "proxy/connect")
        #expect(error?.text?.contains("407") == true)
        #expect(task.record.lastExchange?.requestHead == [])
        #expect(task.record.lastExchange?.phases.map(\.phase) == [.queue, .dns, .connect])
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test("a proxy that nobody can reach is a failure of the proxy", arguments: ["http", "https"])
    func unreachable(scheme: String) async throws {
        let closed = try SandboxServer.start()
        closed.stop()
        let client = Client { $0.proxy = "http://127.0.0.1:\(closed.port)" }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("\(scheme)://127.0.0.1:1/"))
        }
        #expect(error?.label == "proxy/connect")
        #expect(error?.hint?.contains("--proxy") == true)
    }

    @Test("a proxy whose name has no address is a failure of the proxy")
    func unknown() async throws {
        let client = Client { $0.proxy = "http://proxy.invalid:3128" }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("http://127.0.0.1/"))
        }
        #expect(error?.label == "proxy/dns")
    }

    static let logs: [(name: String, configured: String?, lines: [String], address: String?)] = [
        ("nothing said", "proxy:3128", [], nil),
        (
            "a named proxy", "proxy:3128", ["Connected to proxy (10.0.0.1) port 3128 (#0)"],
            "http://proxy:3128"
        ),
        ("another host", "proxy:3128", ["Connected to target.test (10.0.0.2) port 80 (#0)"], nil),
        ("the proxy's own other port", "proxy:3128", ["Connected to proxy (10.0.0.1) port 80 (#0)"], nil),
        (
            "the default port", "socks5h://PROXY/", ["Connected to proxy (1.1.1.1) port 1080 (#2)"],
            "socks5h://proxy:1080"
        ),
        ("IPv6", "https://[::1]:8443", ["Connected to ::1 (::1) port 8443 (#1)"], "https://[::1]:8443"),
        (
            "one of the environment", nil,
            [
                "Uses proxy env variable no_proxy == 'localhost'\n",
                "Uses proxy env variable http_proxy == 'http://u:p@proxy:3128'\n",
                "Connected to proxy (10.0.0.1) port 3128 (#0)\n",
            ], "http://proxy:3128"
        ),
        (
            "a connection used again", nil,
            [
                "Uses proxy env variable https_proxy == 'proxy:3128'",
                "Re-using existing connection #3 with proxy proxy",
            ], "http://proxy:3128"
        ),
        (
            "a connection used again without", "proxy:3128",
            ["Re-using existing connection #3 with host target.test"],
            nil
        ),
    ]

    @Test("libcurl's log tells whether a proxy is used", arguments: logs)
    func log(name: String, configured: String?, lines: [String], address: String?) {
        var use = ProxyUse(configured: configured)
        lines.forEach { use.note($0) }
        #expect(use.address == address)
    }
}
