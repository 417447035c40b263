import ClientEngine
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import InspectorGateway

@Suite("WebSockets through a server of ours", .ownThread, .timeLimit(.minutes(1)))
struct UpgradeTests {
    private static let handshake =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

    /// Starts a server that sends a greeting, echoes what it receives, and closes.
    private static func peer(extensions: String = "") throws -> TunnelPeer {
        try TunnelPeer { connection in
            _ = connection.readHead()
            connection.write(handshake + extensions + "\r\n")
            connection.write([0x81, 5] + Array("hello".utf8))
            connection.write(connection.read(8))
            connection.write([0x88, 2, 0x03, 0xE8])
            connection.waitUntilClosed()
        }
    }

    private static func open(_ target: String, on stand: Stand, _ fields: [String] = []) throws -> RawClient {
        let client = try stand.connect()
        client.request(
            target,
            headers: [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
                + fields)
        return client
    }

    /// Returns the frames of a task's transcript without their times.
    private static func frames(of record: TaskRecord) -> String {
        String(decoding: record.lastExchange?.body ?? [], as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("time: ") }.joined(separator: "\n")
    }

    private static let said =
        "event: in text\ndata: hello\nevent: out text\ndata: hi\nevent: in text\ndata: hi\nevent: in close\ndata: 1000"

    @Test("are relayed at an address that stands for a server, and their frames are the body")
    func byAddress() throws {
        let peer = try Self.peer()
        let upstream = try RequestURL(parsing: "http://127.0.0.1:\(peer.port)")
        let stand = try Stand {
            $0.upstream = upstream
            $0.upgrades = TunnelRoute(proxy: nil, environment: [:])
        }
        let finished = Finished(of: stand.client)
        let client = try Self.open("/socket?a=1", on: stand)
        #expect(try client.response(hasBody: false).status == 101)
        #expect(client.read(7) == [0x81, 5] + Array("hello".utf8))
        // "hi", masked with zeros.
        client.send([0x81, 0x82, 0, 0, 0, 0] + Array("hi".utf8))
        #expect(client.read(8) == [0x81, 0x82, 0, 0, 0, 0] + Array("hi".utf8))
        #expect(client.read(4) == [0x88, 2, 0x03, 0xE8])
        client.finishSending()
        let record = try #require(finished.wait().first)
        #expect(record.origin.url?.path == "/socket" && record.status == 101)
        #expect(Self.frames(of: record) == Self.said)
        #expect(record.lastExchange?.bodySent == 8 && record.lastExchange?.bodyReceived == 19)
    }

    @Test("through a proxy are relayed also where they are no frames, which is said")
    func opaque() throws {
        let peer = try TunnelPeer { connection in
            _ = connection.readHead()
            connection.write(Self.handshake + "\r\nno frames at all")
        }
        let stand = try Stand { $0.tunnels = TunnelRoute(proxy: nil, environment: [:]) }
        let finished = Finished(of: stand.client)
        let client = try Self.open("http://127.0.0.1:\(peer.port)/socket", on: stand)
        #expect(try client.response(hasBody: false).status == 101)
        client.finishSending()
        #expect(client.rest() == Array("no frames at all".utf8))
        let record = try #require(finished.wait().first)
        #expect(
            Self.frames(of: record)
                == "event: in opaque\nform: remark\ndata: what follows is no WebSocket frame")
    }

    @Test("are refused to a page of another site, and to a server that says no")
    func refused() throws {
        let peer = try TunnelPeer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        }
        let upstream = try RequestURL(parsing: "http://127.0.0.1:\(peer.port)")
        let stand = try Stand {
            $0.upstream = upstream
            $0.upgrades = TunnelRoute(proxy: nil, environment: [:])
        }
        #expect(
            try Self.open("/", on: stand, ["Origin: https://evil.test"]).response().text.contains(
                "another site"))
        let finished = Finished(of: stand.client)
        let client = try Self.open("/", on: stand)
        #expect(try client.response(hasBody: false).status == 403)
        client.finishSending()
        let record = try #require(finished.wait().first)
        #expect(record.status == 403 && Self.frames(of: record).isEmpty)
    }
}
