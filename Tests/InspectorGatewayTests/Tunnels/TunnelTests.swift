import ClientEngine
import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import InspectorGateway

@Suite("The proxy", .ownThread, .timeLimit(.minutes(2)))
struct TunnelTests {
    private static func proxy(_ stubs: String = #"{"mappings": []}"#, by named: String? = nil) throws -> Stand
    {
        try Stand(stubs) { $0.tunnels = TunnelRoute(proxy: named, environment: [:]) }
    }

    private static func connect(_ stand: Stand, to target: String) throws -> (
        client: RawClient, status: Int, text: String
    ) {
        let client = try stand.connect()
        client.request(target, method: "CONNECT")
        let response = try client.response(hasBody: false)
        // After a successful response head, the tunnel begins.
        let text = response.status == 200 ? "" : String(decoding: client.rest(), as: UTF8.self)
        return (client, response.status, text)
    }

    // MARK: Tunnels

    @Test("bytes go both ways, a side that has said all is told on, and the task knows how many there were")
    func both() throws {
        let peer = try TunnelPeer { connection in
            connection.write("\(connection.read(.max).count) bytes")
        }
        let stand = try Self.proxy()
        let finished = Finished(of: stand.client)
        let (client, status, _) = try Self.connect(stand, to: "127.0.0.1:\(peer.port)")
        #expect(status == 200)
        client.send([UInt8](repeating: 0x16, count: 1_000_000))
        client.finishSending()
        #expect(client.rest() == Array("1000000 bytes".utf8))
        let record = try #require(finished.wait().first)
        #expect(record.isTunnel && record.state == .succeeded && record.status == 200)
        #expect(record.lastExchange?.bodySent == 1_000_000)
        #expect(record.lastExchange?.bodyReceived == 13)
        #expect(record.lastExchange?.connection?.remotePort == Int(peer.port))
        #expect(record.lastExchange?.phases.map(\.phase).contains(.connect) == true)
    }

    @Test("a server is where the client's own rules say")
    func rules() throws {
        let peer = try TunnelPeer { $0.write("\($0.read(2).count)") }
        let stand = try Self.proxy()
        stand.client.reconfigure {
            $0.connections.resolve = [HostAddresses("a.test", port: Int(peer.port), addresses: ["127.0.0.1"])]
        }
        let (client, status, text) = try Self.connect(stand, to: "a.test:\(peer.port)")
        #expect(status == 200, "\(text)")
        client.send([1, 2])
        #expect(client.rest() == Array("2".utf8))
    }

    @Test("a client that leaves ends the tunnel, and so does a server")
    func leaving() throws {
        let peer = try TunnelPeer { connection in
            connection.write("hello")
            connection.waitUntilClosed()
        }
        let stand = try Self.proxy()
        let finished = Finished(of: stand.client)
        do {
            let (client, _, _) = try Self.connect(stand, to: "localhost:\(peer.port)")
            #expect(client.read(5) == Array("hello".utf8))
        }
        #expect(finished.wait().first?.lastExchange?.bodyReceived == 5)
    }

    @Test("a tunnel is cancelled by the number of its task")
    func cancelled() throws {
        let peer = try TunnelPeer { $0.waitUntilClosed() }
        let stand = try Self.proxy()
        let finished = Finished(of: stand.client)
        let (client, _, _) = try Self.connect(stand, to: "127.0.0.1:\(peer.port)")
        stand.client.perform(.cancel, on: 1)
        #expect(client.rest().isEmpty)
        #expect(finished.wait().first?.state == .cancelled)
    }

    @Test("what cannot be reached, or is no server, is said")
    func refused() throws {
        let stand = try Self.proxy()
        let closed = try TunnelPeer { _ in }
        closed.stop()
        let finished = Finished(of: stand.client)
        let answer = try Self.connect(stand, to: "127.0.0.1:\(closed.port)")
        #expect(answer.status == 502 && answer.text.contains("Could not connect to 127.0.0.1:\(closed.port)"))
        #expect(finished.wait().first?.error?.kind == .connect)
        for target in ["nonsense", "127.0.0.1", "127.0.0.1:x", "a@127.0.0.1:1", "127.0.0.1:1/x", ""] {
            #expect(try Self.connect(stand, to: target).status == 400, "\(target)")
        }
    }

    @Test("a tunnel to the proxy itself, and a request to it, are refused")
    func loops() throws {
        let stand = try Self.proxy()
        for host in ["127.0.0.1", "localhost", "127.0.0.5"] {
            let answer = try Self.connect(stand, to: "\(host):\(stand.server.port)")
            #expect(answer.status == 502, "\(host)")
            #expect(host == "127.0.0.5" || answer.text.contains("this proxy itself"))
        }
        #expect(try stand.fetch("http://127.0.0.1:\(stand.server.port)/").status == 508)
    }

    @Test("a connection that changes its protocol is handed over with what comes behind the answer")
    func upgraded() throws {
        let peer = try TunnelPeer { connection in
            let head = connection.readHead()
            connection.write(
                "HTTP/1.1 101 Switching Protocols\r\nX-Asked: \(head?.header("Upgrade") ?? "")\r\n\r\nhi ")
            connection.write(connection.read(5))
        }
        let stand = try Self.proxy()
        let finished = Finished(of: stand.client)
        let client = try stand.connect()
        client.request(
            "http://127.0.0.1:\(peer.port)/socket",
            headers: ["Connection: keep-alive, Upgrade", "Upgrade: x/1"])
        let response = try client.response(hasBody: false)
        #expect(response.status == 101 && response.header("X-Asked") == "x/1")
        client.send("there")
        client.finishSending()
        #expect(client.rest() == Array("hi there".utf8))
        let record = try #require(finished.wait().first)
        #expect(!record.isTunnel && record.state == .succeeded && record.status == 101)
        #expect(record.lastExchange?.bodySent == 5 && record.lastExchange?.bodyReceived == 8)
    }

    @Test("once one side has said all, the other may be silent for a while, and then it is over")
    func halfOpen() throws {
        var (ends, others): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0 && socketpair(AF_UNIX, kind, 0, &others) == 0)
        let (program, server) = (Socket(descriptor: ends[1]), Socket(descriptor: others[1]))
        defer { [program, server].forEach { $0.close() } }
        let client = Client { _ in }
        let task = client.tunnel(to: try RequestURL(parsing: "https://a.test"), from: .composed) { _ in }
        var tunnel = Tunnel(
            task, program: Socket(descriptor: ends[0]), server: Socket(descriptor: others[0]), early: ([], [])
        )
        var (block, now) = ([UInt8](repeating: 0, count: 64), ContinuousClock.now)
        #expect(tunnel.deadline == nil)
        program.finishSending()
        tunnel.move(isProgramReady: true, isServerReady: false, through: &block, now: now)
        #expect(tunnel.deadline == now + Tunnel.patience && !tunnel.isOver)
        // Data from the other side extends the deadline.
        now += Tunnel.patience - .seconds(1)
        _ = [UInt8](repeating: 1, count: 8).withUnsafeBytes { server.send($0) }
        tunnel.move(isProgramReady: false, isServerReady: true, through: &block, now: now)
        #expect(tunnel.deadline == now + Tunnel.patience && !tunnel.isOver)
        tunnel.move(isProgramReady: false, isServerReady: false, through: &block, now: now + Tunnel.patience)
        #expect(tunnel.isOver)
        tunnel.close()
    }

    @Test("a thousand tunnels are open at once")
    func many() throws {
        try raiseDescriptorLimit(to: 6_000)
        let peer = try TunnelPeer(keeping: 1_000)
        let stand = try Self.proxy()
        let clients = try (0..<1_000).map { _ in
            let (client, status, _) = try Self.connect(stand, to: "127.0.0.1:\(peer.port)")
            #expect(status == 200)
            return client
        }
        for client in clients { client.send("x") }
        try peer.echoOnce()
        #expect(clients.allSatisfy { $0.read(1) == [UInt8(ascii: "x")] })
    }

    @Test("a tunnel goes through the proxy that the machine has, unless the host is left out")
    func chained() throws {
        let peer = try TunnelPeer { $0.write("hello") }
        let outer = try Self.proxy()
        let inner = try Self.proxy(by: outer.server.url)
        let finished = Finished(of: inner.client)
        let (client, status, _) = try Self.connect(inner, to: "127.0.0.1:\(peer.port)")
        #expect(status == 200)
        client.finishSending()
        #expect(client.rest() == Array("hello".utf8))
        let connection = finished.wait().first?.lastExchange?.connection
        #expect(connection?.proxy == "127.0.0.1:\(outer.server.port)")
        // The response repeats the refusal of the outer proxy.
        #expect(try Self.connect(inner, to: "127.0.0.1:\(outer.server.port)").text.contains("502"))
    }

    // MARK: Requests

    @Test("a whole URL is asked of its server, as a task with its mocks")
    func plain() throws {
        let upstream = try Stand(#"{"request": {"url": "/a?b"}, "response": {"body": "there"}}"#)
        let stand = try Self.proxy(#"{"request": {"url": "/mocked"}, "response": {"body": "mocked"}}"#)
        let finished = Finished(of: stand.client)
        #expect(try stand.fetch("\(upstream.server.url)/a?b").text == "there")
        #expect(try stand.fetch("\(upstream.server.url)/mocked").text == "mocked")
        let records = finished.wait(2)
        #expect(records.map(\.origin.provenance.source) == [.proxy, .proxy])
        #expect(records.first?.origin.url?.text == "\(upstream.server.url)/a?b")
    }

    @Test(
        "what is not asked of a proxy is refused",
        arguments: [("/", 400), ("https://127.0.0.1/", 400), ("ftp://127.0.0.1/", 400), ("*", 400)])
    func refused(target: String, status: Int) throws {
        #expect(try Self.proxy().fetch(target).status == status)
    }

    @Test("a page under another name reaches nothing")
    func foreign() throws {
        let stand = try Self.proxy()
        let client = try RawClient(port: stand.server.port, host: "evil.example")
        client.request("/")
        #expect(try client.response().status == 421)
    }

    @Test(
        "hosts that are left out are asked directly",
        arguments: [
            ("", "a.test", true), ("a.test", "a.test", false), (".a.test", "x.A.test", false),
            ("a.test, b.test", "b.test", false), ("a.test", "ba.test", true), ("*", "a.test", false),
        ])
    func route(excluded: String, host: String, isProxied: Bool) throws {
        let environment = ["https_proxy": "proxy.test:8080", "no_proxy": excluded]
        let proxy = TunnelRoute(proxy: nil, environment: environment).proxy(for: host)
        #expect(proxy?.text == (isProxied ? "http://proxy.test:8080/" : nil))
    }
}
