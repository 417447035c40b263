import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct ConnectionTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    @Test("One connection serves many requests")
    func keepAlive() throws {
        let client = try RawClient(port: server.port)
        for target in ["/hello", "/stream?lines=2&delay=0", "/status/304", "/nowhere", "/hello"] {
            client.request(target)
            #expect(try client.response().header("Connection") == nil)
        }
        #expect(server.connectionCount == 1)
        #expect(Set(server.requests.map(\.connection)) == [1])
    }

    @Test("Pipelined requests are answered in order")
    func pipelining() throws {
        let client = try RawClient(port: server.port)
        client.request("/status/201")
        client.request("/upload", method: "POST", body: "two")
        client.request("/status/203")
        #expect(try client.response().status == 201)
        #expect(try client.response().text == "two")
        #expect(try client.response().status == 203)
    }

    @Test(
        "The connection closes when it was asked to, or cannot go on",
        arguments: [
            "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n", "GET /hello HTTP/1.0\r\n\r\n",
            "GET /stream?lines=1&delay=0 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /echo?header=Content-Length:0 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /hello HTTP/1.1\r\n\r\n",
        ])
    func closing(request: String) throws {
        let client = try RawClient(port: server.port)
        client.send(request)
        let response = try client.response()
        #expect(response.header("Connection") == "close")
        #expect(client.rest().isEmpty)
        #expect(client.ending == .closed)
    }

    @Test("HTTP/1.0 may keep the connection")
    func oldKeepAlive() throws {
        let client = try RawClient(port: server.port)
        for _ in 1...2 {
            client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try client.response().header("Connection") == "keep-alive")
        }
        #expect(server.connectionCount == 1)
    }

    @Test("A client that expects 100 Continue gets it before it sends the body")
    func expectContinue() throws {
        let client = try RawClient(port: server.port)
        client.send("POST /upload HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try client.response().status == 100)
        client.send("ok")
        #expect(try client.response().text == "ok")
    }

    @Test("A body that is too large is refused, and the client can read why")
    func tooLarge() throws {
        let client = try RawClient(port: server.port)
        client.send("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 300000000\r\n\r\n")
        client.send([UInt8](repeating: 0, count: 2_000_000))
        let response = try client.response()
        #expect(response.status == 413)
        #expect(response.text.contains("256 MiB"))
    }

    @Test("A chunked body arrives whole")
    func chunked() throws {
        let client = try RawClient(port: server.port)
        client.send("POST /upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = String(repeating: "x", count: 0x10000)
        for _ in 1...16 { client.send("10000\r\n\(piece)\r\n") }
        client.send("0\r\n\r\n")
        #expect(try client.response().body.count == 1 << 20)
    }

    @Test("The log has the request as it came")
    func log() throws {
        let client = try RawClient(port: server.port)
        client.request("/hello?a=1", method: "PATCH", headers: ["X-b: 1"], body: "body")
        let request = try #require(server.waitForRequest { $0.method == "PATCH" })
        #expect(request.target == "/hello?a=1")
        #expect(request.header("x-B") == "1")
        #expect(request.body == Array("body".utf8))
        #expect(request.connection == 1)
    }

    @Test("Waiting for a request that does not come ends")
    func waitTimesOut() {
        #expect(server.waitForRequest(timeout: .milliseconds(20)) == nil)
    }
}
