import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorHTTPServer
@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct SandboxServerTests {
    @Test(
        "Stopping ends a connection whatever it is doing",
        arguments: [
            "/hang", "/delay/3600", "/drip?delay=3600", "/slow-headers?delay=3600", "/bad/H03", "/bad/B16",
            "/bytes/1000000000000", "/bad/B18", "/bad/H05",
        ])
    func stopEnds(target: String) throws {
        let server = try SandboxServer.start()
        let client = try RawClient(port: server.port)
        client.request(target)
        #expect(server.waitForRequest { $0.target == target } != nil)
        server.stop()
        // A response in progress may still arrive, but the connection ends.
        _ = client.rest()
        #expect(client.ending == .closed || client.ending == .reset)
    }

    @Test("Stopping ends idle connections and half-sent requests, and can be repeated")
    func stopIdle() throws {
        let server = try SandboxServer.start()
        let idle = try RawClient(port: server.port)
        idle.request("/hello")
        #expect(try idle.response().status == 200)
        let half = try RawClient(port: server.port)
        half.send("GET /he")
        server.stop()
        server.stop()
        #expect(idle.rest().isEmpty)
        #expect(half.rest().isEmpty)
    }

    @Test("A stopped server leaves its port to the next")
    func port() throws {
        let first = try SandboxServer.start()
        let port = first.port
        #expect(throws: ServerError.self) { try SandboxServer.start(port: port) }
        first.stop()
        let second = try SandboxServer.start(port: port)
        #expect(second.url == "http://127.0.0.1:\(port)")
        #expect(try RawClient.fetch("/hello", from: second).status == 200)
    }

    @Test("A server that nobody holds stops")
    func deinitStops() throws {
        var server: SandboxServer? = try SandboxServer.start()
        let client = try RawClient(port: try #require(server).port)
        client.request("/hang")
        #expect(server?.waitForRequest() != nil)
        server = nil
        #expect(client.rest().isEmpty)
        #expect(client.ending == .closed)
    }

    @Test("More connections than the limit are turned away")
    func limit() throws {
        let server = try SandboxServer(limit: 2) { connection in
            while let request = connection.readRequest() { connection.write(request.target) }
        }
        let clients = try (1...2).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.request("/")
            #expect(client.read(1) == Array("/".utf8))
        }
        let extra = try RawClient(port: server.port)
        #expect(try extra.response().status == 503)
        #expect(extra.rest().isEmpty)
        #expect(clients.count == 2)
    }
}
