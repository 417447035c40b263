import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Proxies", .ownThread, .timeLimit(.minutes(1)))
struct ProxyTests {
    /// Starts a proxy that answers everything itself.
    private func proxy(answering text: String) throws -> SandboxServer {
        try SandboxServer.start(raw: { connection in
            while connection.readRequest() != nil { connection.write(text) }
        })
    }

    @Test("a request goes to the proxy that was named, and its connections say so")
    func plain() async throws {
        let proxy = try proxy(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let client = try Client {
            $0.connections.proxy = try Proxy("http://ada:secret@127.0.0.1:\(proxy.port)")
        }
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
        let client = try Client { $0.connections.proxy = try Proxy("127.0.0.1:\(proxy.port)") }
        let task = client.start(.get("https://target.test/"))
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.label == "proxy/connect")
        #expect(error?.curlMessage?.contains("407") == true)
        #expect(task.record.lastExchange?.requestHead == [])
        #expect(task.record.lastExchange?.phases.map(\.phase) == [.queue, .dns, .connect])
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test("a proxy that nobody can reach is a failure of the proxy", arguments: ["http", "https"])
    func unreachable(scheme: String) async throws {
        let closed = try SandboxServer.start()
        closed.stop()
        let client = try Client { $0.connections.proxy = try Proxy("http://127.0.0.1:\(closed.port)") }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("\(scheme)://127.0.0.1:1/"))
        }
        #expect(error?.label == "proxy/connect")
        #expect(error?.hint?.contains("connections.proxy") == true)
    }

    @Test("a proxy whose name has no address is a failure of the proxy")
    func unknown() async throws {
        let client = Client { $0.connections.proxy = "http://proxy.invalid:3128" }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("http://127.0.0.1/"))
        }
        #expect(error?.label == "proxy/dns")
    }

    @Test("a proxy that asks for credentials for ever is asked once or twice, and fails")
    func credentialsForEver() async throws {
        for challenge in ["Basic realm=\"p\"", "Digest realm=\"p\", nonce=\"n\", stale=true"] {
            let proxy = try proxy(
                answering:
                    "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: \(challenge)\r\n"
                    + "Content-Length: 0\r\n\r\n")
            let client = try Client {
                $0.connections.proxy = try Proxy("http://ada:secret@127.0.0.1:\(proxy.port)")
            }
            let task = client.start(.get("https://target.test/"))
            let error = await #expect(throws: ClientError.self) { try await task.value }
            #expect(error?.label == "proxy/connect")
            #expect((1...2).contains(proxy.requests.count))
            #expect(proxy.requests.allSatisfy { $0.target == "target.test:443" })
        }
    }

    @Test("a proxy that says nothing runs into the deadline for the connection, which names it")
    func stalled() async throws {
        let time = ManualTime()
        let proxy = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.waitUntilClosed()
        })
        let client = try Client {
            $0.time = time
            $0.connections.proxy = try Proxy("127.0.0.1:\(proxy.port)")
        }
        let task = client.start(.get("https://target.test/"))
        for await state in task.states where state == .running(.connect) { break }
        #expect(proxy.waitForRequest() != nil)
        time.advance(by: .seconds(10))
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.label == "timeout/connect")
        #expect(error?.message.contains("the proxy http://127.0.0.1:\(proxy.port)") == true)
    }

    @Test("what a proxy sends behind its yes is taken for the server's, and is no TLS")
    func bodyBehindYes() async throws {
        for yes in ["200 OK\r\nContent-Length: 5", "200 OK"] {
            let proxy = try SandboxServer.start(raw: { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 \(yes)\r\n\r\nhello, here is a body")
                connection.waitUntilClosed()
            })
            let client = try Client { $0.connections.proxy = try Proxy("127.0.0.1:\(proxy.port)") }
            let task = client.start(.get("https://target.test/"))
            let error = await #expect(throws: ClientError.self) { try await task.value }
            #expect(error?.label == "tls/tls")
            #expect(error?.message == "target.test:443 does not speak TLS")
        }
    }

    // MARK: - Proxies that speak TLS

    /// Starts a TLS proxy that answers plain HTTP requests, and opens tunnels to a peer that does not speak TLS.
    private func secureProxy(_ behaviour: TLSBehaviour) throws -> SandboxServer {
        try SandboxServer.start(
            tls: behaviour,
            raw: { connection in
                while let request = connection.readRequest() {
                    let body = request.method == "CONNECT" ? "" : "Content-Length: 2\r\n"
                    connection.write(
                        "HTTP/1.1 200 OK\r\n\(body)\r\n" + (body.isEmpty ? "not TLS at all" : "ok"))
                }
            })
    }

    @Test("a proxy that speaks TLS leads on, and the server is blamed for what happens behind it")
    func secure() async throws {
        let proxy = try secureProxy(.proper)
        let client = try Client {
            $0.connections.proxy = try Proxy("https://127.0.0.1:\(proxy.httpsPort)")
            $0.connections.tls.certificateAuthorities = proxy.caFile
        }
        let plain = try await client.send(.get("http://target.test/"))
        let connection = try #require(plain.record.lastExchange?.connection)
        #expect(plain.text == "ok")
        #expect(connection.proxy == "https://127.0.0.1:\(proxy.httpsPort)")
        #expect(connection.tls == nil)
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("https://target.test/"))
        }
        #expect(error?.label == "tls/tls")
        #expect(error?.message == "target.test:443 does not speak TLS")
    }

    static let badProxies: [(behaviour: TLSBehaviour, words: String)] = [
        (.expired, "has expired: "), (.wrongHost, "is for another host"),
        (.selfSigned, "is signed by itself"),
        (.plainHTTP, "does not speak TLS"), (.closes, "during the TLS handshake"),
    ]

    @Test(
        "a proxy's own bad certificate is a failure of the proxy, never of the server", arguments: badProxies)
    func badCertificate(behaviour: TLSBehaviour, words: String) async throws {
        let proxy = try secureProxy(behaviour)
        let address = "https://127.0.0.1:\(proxy.httpsPort)"
        // Not even -k disables this check, because it concerns the proxy.
        for (scheme, isVerified) in [("http", true), ("https", true), ("https", false)] {
            let client = try Client {
                $0.connections.proxy = try Proxy(address)
                $0.connections.tls.certificateAuthorities = proxy.caFile
                $0.connections.tls.verification = isVerified ? .full : .none
            }
            let error = await #expect(throws: ClientError.self) {
                try await client.send(.get("\(scheme)://target.test/"))
            }
            #expect(error?.label == "proxy/tls", "\(scheme)")
            #expect(error?.message.contains("the proxy \(address)") == true, "\(error?.message ?? "")")
            if isVerified { #expect(error?.message.contains(words) == true, "\(error?.message ?? "")") }
            #expect(error?.message.contains("target.test") == false)
            #expect(error?.isTransient == false)
            #expect(error?.hint?.contains("-k") != true)
        }
    }

    // MARK: - Which proxy is asked

    static let choices: [(url: String, configured: Proxy?, variables: [String: String], address: String?)] =
        [
            ("http://h/", nil, [:], nil), ("http://h/", "proxy:3128", [:], "http://proxy:3128"),
            ("http://h/", "socks5h://PROXY/", [:], "socks5h://proxy:1080"),
            ("http://h/", "https://proxy", [:], "https://proxy:443"),
            ("https://h/", "https://[::1]:8443", [:], "https://[::1]:8443"),
            ("https://h/", "http://[::1]", [:], "http://[::1]:1080"),
            ("http://h/", .direct, ["http_proxy": "proxy:1"], nil),
            ("http://h/", "a:1", ["http_proxy": "b:2"], "http://a:1"),
            ("http://h/", nil, ["http_proxy": "http://u:p@proxy:3128/"], "http://proxy:3128"),
            ("http://h/", nil, ["HTTP_PROXY": "b:2"], nil), ("http://h/", nil, ["https_proxy": "b:2"], nil),
            ("https://h/", nil, ["HTTPS_PROXY": "b:2", "all_proxy": "c:3"], "http://b:2"),
            ("https://h/", nil, ["https_proxy": "", "ALL_PROXY": "c:3"], "http://c:3"),
            ("http://h/", "a:1", ["no_proxy": "h"], nil), ("http://h/", "a:1", ["NO_PROXY": "h"], nil),
            ("http://h/", "a:1", ["no_proxy": "x", "NO_PROXY": "h"], "http://a:1"),
        ]

    @Test("the proxy is the configured one, or else the environment's", arguments: choices)
    func choice(url: String, configured: Proxy?, variables: [String: String], address: String?) throws {
        let proxy = Proxy.choose(for: try RequestURL(parsing: url), configured: configured) { variables[$0] }
        #expect(proxy?.address == address)
    }

    @Test(
        "A text that names no host, another scheme or an impossible port is no proxy",
        arguments: [
            "", "http://", ":3128", "proxy:", "proxy:0", "proxy:99999", "a:b:1", "gopher://proxy", "a b",
        ])
    func noProxy(text: String) {
        let error = #expect(throws: ClientError.self) { try Proxy(text) }
        #expect(error?.label == "invalidRequest/queue" && error?.hint != nil)
    }

    @Test("A proxy is described without its credentials")
    func description() throws {
        let proxy: Proxy = "https://ada:secret@PROXY:8443/"
        #expect("\(proxy)" == "https://proxy:8443" && proxy.hasCredentials)
        #expect(proxy.text == "https://ada:secret@PROXY:8443/")
        #expect("\(Proxy.direct)" == "direct" && !Proxy.direct.hasCredentials)
        #expect(Proxy("socks5h://[::1]").description == "socks5h://[::1]:1080")
    }

    static let exceptions: [(list: String, inside: [String], outside: [String])] = [
        ("", [], ["h"]), ("*", ["h", "127.0.0.1", "[::1]"], []), ("*,x", ["x"], ["h"]),
        ("example.com", ["example.com", "EXAMPLE.com.", "a.example.com"], ["nonexample.com", "com"]),
        (".example.com.", ["example.com", "a.b.example.com"], ["xexample.com"]),
        ("a, b\tc  ,,d", ["a", "b", "c", "x.d"], ["e"]),
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2", "localhost"]),
        ("10.0.0.0/8,192.168.1.0/25", ["10.1.2.3", "192.168.1.127"], ["11.0.0.1", "192.168.1.128"]),
        ("10.0.0.0/33,10.0.0.1/0,10.0.0.2/32", ["10.0.0.1", "10.0.0.2"], ["10.0.0.3", "10.0.0.0"]),
        ("::1,fe80::/10", ["[::1]", "[FE80::5%25eth0]", "[febf::1]"], ["[::2]", "[fec0::1]", "127.0.0.1"]),
    ]

    @Test("the list of exceptions names hosts, names below them, addresses and blocks", arguments: exceptions)
    func listed(list: String, inside: [String], outside: [String]) {
        for host in inside { #expect(ProxyExceptions(list).contain(host), "\(host)") }
        for host in outside { #expect(!ProxyExceptions(list).contain(host), "\(host)") }
    }
}
