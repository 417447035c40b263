import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct AdmissionTests {
    private static let stub = #"{"name": "a", "request": {}, "response": {"body": "secret"}}"#

    private func fetch(_ stand: Stand, host: String, target: String = "/") throws -> RawResponse {
        let client = try RawClient(port: stand.server.port, host: host)
        client.request(target)
        return try client.response()
    }

    @Test(
        "This machine may be asked for under its names, with any port",
        arguments: ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:8080", "localhost."])
    func own(host: String) throws {
        #expect(try fetch(Stand(Self.stub), host: host).text == "secret")
    }

    @Test(
        "Other names are refused, as a page behind them could read the answers",
        arguments: ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1", ""])
    func foreign(host: String) throws {
        let response = try fetch(Stand(Self.stub), host: host)
        #expect(response.status == 421)
        #expect(!response.text.contains("secret"))
    }

    @Test(
        "What is no host is no request",
        arguments: ["localhost:80@evil.example", "localhost/x", "[::1", "localhost:x", "localhost:80:80"])
    func nonsense(host: String) throws {
        #expect(try fetch(Stand(Self.stub), host: host).status == 400)
    }

    @Test(
        "No control character of a request comes back in a page",
        arguments: ["/\u{1B}]0;x\u{7}", "\u{1B}x", "/\0"])
    func controls(target: String) throws {
        let response = try fetch(Stand(Self.stub), host: "localhost", target: target)
        #expect(response.status == 400)
        #expect(
            response.text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            })
        let other = try fetch(Stand(Self.stub), host: "a\u{9B}b@")
        #expect(other.text.contains("“a<9B>b@” is not a host"))
    }

    @Test("No other address of this machine leads to the server")
    func loopback() async throws {
        let stand = try Stand(Self.stub)
        let client = Client { $0.retry = .never }
        for host in ["127.0.0.2", "[::1]"] {
            let task = client.start(.get("http://\(host):\(stand.server.port)/"))
            _ = await task.result
            #expect(task.record.error?.kind == .connect, "\(host)")
        }
    }

    @Test("A name that was allowed is answered")
    func allowed() throws {
        let stand = try Stand(Self.stub) { $0.allowedHosts = ["API.test"] }
        #expect(try fetch(stand, host: "api.test:8080").text == "secret")
        #expect(try fetch(stand, host: "other.test").status == 421)
    }

    @Test("In a target that is a whole URL, its host counts")
    func absolute() throws {
        let stand = try Stand(Self.stub)
        #expect(try fetch(stand, host: "localhost", target: "http://evil.example/").status == 421)
        #expect(try fetch(stand, host: "x", target: "http://localhost/").text == "secret")
    }

    @Test("Too large a head, and a body beyond 64 MiB, are refused before they are read")
    func limits() throws {
        let stand = try Stand(Self.stub)
        #expect(try stand.fetch("/", headers: ["X: " + String(repeating: "x", count: 310_000)]).status == 431)
        let client = try stand.connect()
        client.request("/", method: "POST", headers: ["Content-Length: \((64 << 20) + 1)"])
        #expect(try client.response().status == 413)
    }

    @Test(
        "What is no request is answered 400, and the connection ends",
        arguments: [
            "GET /\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nA\r\n\r\n",
        ])
    func malformed(text: String) throws {
        let stand = try Stand(Self.stub)
        let client = try stand.connect()
        client.send(text)
        #expect(try client.response().status == 400)
        #expect(client.rest().isEmpty)
    }

    @Test("Tunnels and targets without a path are refused", arguments: [("CONNECT", 501), ("OPTIONS", 400)])
    func targets(method: String, status: Int) throws {
        let stand = try Stand(Self.stub)
        let client = try stand.connect()
        client.request(method == "OPTIONS" ? "*" : "localhost:443", method: method)
        #expect(try client.response().status == status)
    }
}
