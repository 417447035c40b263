import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Unix sockets", .timeLimit(.minutes(1)))
struct UnixSocketTests {
    private let server: SandboxServer
    private let relay: UnixSocketRelay

    init() throws {
        server = try SandboxServer.start()
        relay = try UnixSocketRelay(to: server.port)
    }

    private func get(_ url: String, _ socket: String? = nil) -> Request {
        .get(url).with { $0.unixSocket = socket ?? relay.path }
    }

    private func failure(of request: Request) async -> ClientError? {
        do {
            _ = try await Client().send(request)
            return nil
        } catch {
            return error as? ClientError
        }
    }

    @Test("a request goes through the socket, and the URL gives the Host field alone")
    func host() async throws {
        let response = try await Client().send(get("http://api.test:81/hello"))
        #expect(response.status == 200)
        let connection = try #require(response.record.lastExchange?.connection)
        #expect(connection.unixSocket == relay.path && connection.remotePort == 0)
        #expect(server.requests.map { $0.header("Host") } == ["api.test:81"])
        #expect(relay.connectionCount == 1)
    }

    @Test("a connection serves further requests to its socket and host, and no others")
    func pool() async throws {
        let (client, other) = (Client(), try UnixSocketRelay(to: server.port))
        var ids: [Int?] = []
        for request in [
            get("http://a.test/hello"), get("http://a.test/json"), get("http://b.test/hello"),
            get("http://a.test/hello", other.path), get("\(server.url)/hello", ""),
            get("http://a.test/hello"), get("http://b.test/hello"), get("http://a.test/hello", other.path),
        ] {
            let connection = try await client.send(request).record.lastExchange?.connection
            ids.append(connection?.id)
            #expect(connection?.isReused == (ids.count == 2 || ids.count > 5))
        }
        #expect(ids == [0, 0, 1, 2, 3, 0, 1, 2])
        #expect(relay.connectionCount == 2 && other.connectionCount == 1)
    }

    @Test("requests at once have a connection each, and their records number them")
    func parallel() async throws {
        let client = Client()
        for _ in 0..<2 {
            let ids = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        try await client.send(get("http://a.test/delay/0.2")).record.lastExchange?.connection?
                            .id
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(ids).count == 5)
        }
        #expect(relay.connectionCount == 5)
    }

    @Test("TLS names the URL's host, and its certificate is checked")
    func secure() async throws {
        let relay = try UnixSocketRelay(to: server.httpsPort)
        let client = Client { [server] in $0.connections.tls.certificateAuthorities = server.caFile }
        let response = try await client.send(get("https://localhost/hello", relay.path))
        #expect(response.status == 200)
        #expect(response.record.lastExchange?.connection?.tls?.isVerified == true)
        #expect(response.record.lastExchange?.connection?.unixSocket == relay.path)
        let error = await failure(of: get("https://elsewhere.test/hello", relay.path))
        #expect(error?.kind == .tls)
    }

    @Test("a redirect to another host stays on the socket, and a proxy is not used")
    func redirect() async throws {
        let client = Client { $0.connections.proxy = Proxy(unchecked: "http://127.0.0.1:1") }
        let response = try await client.send(get("http://a.test/redirect/1?to=http%3A%2F%2Fb.test%2Fhello"))
        #expect(response.status == 200)
        #expect(server.requests.map { $0.header("Host") } == ["a.test", "b.test"])
        #expect(response.record.lastExchange?.connection?.unixSocket == relay.path)
        #expect(response.record.lastExchange?.connection?.proxy == nil)
    }

    @Test("the cache keeps nothing of a socket, and answers nothing for it")
    func cache() async throws {
        let client = Client { $0.cache = .memory(1 << 20) }
        for _ in 0..<2 {
            _ = try await client.send(get("http://127.0.0.1:\(server.port)/cache/60"))
            _ = try await client.send(.get("http://127.0.0.1:\(server.port)/cache/60"))
        }
        #expect(server.requests.count == 3)
    }

    @Test("a mock answers before the socket is looked for")
    func mock() async throws {
        let client = Client()
        try client.mocks.add(
            Mock(id: "x", name: "x", match: .init(address: .path("/mocked")), answers: [.status(200)]))
        let response = try await client.send(get("http://a.test/mocked", "/nowhere.sock"))
        #expect(response.status == 200 && response.record.lastExchange?.start.mock != nil)
        #expect(response.record.origin.request.unixSocket == "/nowhere.sock")
    }

    @Test("the environment and the client give a socket to requests that name none")
    func defaults() async throws {
        let client = Client { [relay] in $0.options.unixSocket = relay.path }
        let response = try await client.send(.get("http://a.test/hello"))
        #expect(response.record.lastExchange?.connection?.unixSocket == relay.path)
        let direct = try await client.send(get("\(server.url)/hello", ""))
        #expect(direct.record.lastExchange?.connection?.unixSocket == nil)
    }

    @Test("a path without a server is an error that names it and says what to do")
    func errors() async throws {
        let missing = await failure(of: get("http://a.test/", "/nowhere/web.sock"))
        #expect(missing?.kind == .connect)
        #expect(
            missing?.message
                == "cannot connect to the Unix socket /nowhere/web.sock: No such file or directory")
        #expect(missing?.hint == "check that the server runs and the path is right")
        let file = await failure(of: get("http://a.test/", "/etc/hostname"))
        #expect(file?.message == "connection refused by the Unix socket /etc/hostname")
        let long = await failure(of: get("http://a.test/", "/" + String(repeating: "a", count: 107)))
        #expect(long?.kind == .invalidRequest)
        #expect(long?.message == "the path of the Unix socket has 108 bytes, and 107 are the most")
        let odd = await failure(of: get("http://a.test/", "/a\0b"))
        #expect(odd?.kind == .invalidRequest)
    }

    @Test("a connection that the server closes while idle is replaced")
    func closed() async throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        })
        let (client, relay) = (Client(), try UnixSocketRelay(to: server.port))
        for count in 1...3 {
            let response = try await client.send(get("http://a.test/", relay.path))
            #expect(response.text == "ok" && relay.connectionCount == count)
            #expect(response.record.attempts.count == 1)
        }
    }
}
