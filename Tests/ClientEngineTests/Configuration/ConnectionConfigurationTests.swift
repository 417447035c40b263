import Testing

@testable import ClientEngine

@Suite("How servers are reached")
struct ConnectionConfigurationTests {
    @Test(
        "addresses are read as curl's --resolve takes them, and handed on as such",
        arguments: [
            ("h.test:443:127.0.0.1", HostAddresses("h.test", port: 443, addresses: ["127.0.0.1"])),
            ("*:80:[::1],127.0.0.1", HostAddresses("*", port: 80, addresses: ["[::1]", "127.0.0.1"])),
            ("h:1:::1", HostAddresses("h", port: 1, addresses: ["::1"])),
        ])
    func resolve(text: String, expected: HostAddresses) throws {
        #expect(try HostAddresses(curl: text) == expected)
        #expect(expected.curlText == text)
        let fleeting = try HostAddresses(curl: "+" + text)
        #expect(fleeting.expires && fleeting.curlText == "+" + text)
    }

    @Test(
        "peers are read as curl's --connect-to takes them, and handed on as such",
        arguments: [
            ("::127.0.0.1:8080", ConnectionPeer(peerHost: "127.0.0.1", peerPort: 8080)),
            ("a.test:80:[::1]:", ConnectionPeer("a.test", port: 80, peerHost: "[::1]")),
            ("a.test:::81", ConnectionPeer("a.test", peerHost: nil, peerPort: 81)),
        ])
    func connectTo(text: String, expected: ConnectionPeer) throws {
        #expect(try ConnectionPeer(curl: text) == expected)
        #expect(expected.curlText == text)
    }

    @Test(
        "what is neither is an error that names the form",
        arguments: [
            "", "h.test", "h.test:443", ":443:127.0.0.1", "h.test:0:1.1.1.1", "h:65536:1.1.1.1", "h:x:y",
        ])
    func wrong(text: String) throws {
        let error = #expect(throws: ClientError.self) { try HostAddresses(curl: text) }
        #expect(error?.kind == .invalidRequest && error?.message.contains("HOST:PORT:ADDRESS") == true)
        let other = #expect(throws: ClientError.self) { try ConnectionPeer(curl: text) }
        #expect(other?.message.contains("HOST1:PORT1:HOST2:PORT2") == true)
    }

    @Test(
        "connections that libcurl does not make go by the same rules",
        arguments: [
            ("h.test", 443, ["h.test"], 443), ("A.test", 80, ["10.0.0.1", "::1"], 8080),
            ("a.test", 81, ["a.test"], 81), ("b.test", 80, ["c.test"], 80), ("d.test", 9, ["10.0.0.9"], 9),
            ("e.test", 9, ["10.0.0.5"], 9),
        ])
    func places(host: String, port: Int, hosts: [String], place: Int) throws {
        var connections = ConnectionConfiguration()
        connections.connectTo = try ["a.test:80:peer.test:8080", "b.test::c.test:", "b.test::never.test:"].map
        {
            text throws(ClientError) in try ConnectionPeer(curl: text)
        }
        connections.resolve = try ["peer.test:8080:10.0.0.1,::1", "*:9:10.0.0.9", "e.test:9:10.0.0.5"].map {
            text throws(ClientError) in try HostAddresses(curl: text)
        }
        let found = connections.places(of: host, port: port)
        #expect(found.hosts == hosts && found.port == place)
    }

    @Test("a client is not made where its settings cannot be")
    func throwing() throws {
        let error = #expect(throws: ClientError.self) {
            try Client { $0.connections.resolve = [try HostAddresses(curl: "h.test")] }
        }
        #expect(error?.kind == .invalidRequest)
        let client = Client()
        #expect(throws: ClientError.self) {
            try client.reconfigure {
                $0.baseURL = "http://h.test"
                $0.connections.connectTo = [try ConnectionPeer(curl: "h.test")]
            }
        }
        #expect(client.configuration.baseURL == nil)
    }
}
