import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorHTTPServer
@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct RawConnectionTests {
    @Test("A script reads heads and bytes and writes what it likes")
    func script() throws {
        let server = try SandboxServer.start(raw: { connection in
            guard let head = connection.readHead() else { return }
            let body = connection.read(3)
            connection.write("\(connection.number) \(head.method) ")
            connection.write(body)
            connection.write(connection.readHead()?.target ?? "none")
        })
        let client = try RawClient(port: server.port)
        client.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(String(decoding: client.rest(), as: UTF8.self) == "1 POST abc/b")
        #expect(client.ending == .closed)
        #expect(server.requests.map(\.target) == ["/a", "/b"])
    }

    @Test("A script can read whole requests, one after the other")
    func requests() throws {
        let server = try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() { connection.write(request.body) }
        })
        let client = try RawClient(port: server.port)
        client.request("/", method: "PUT", body: "one,")
        client.request("/", method: "PUT", body: "two")
        #expect(client.read(7) == Array("one,two".utf8))
    }

    @Test("Reading past the end gives what there was")
    func shortRead() throws {
        let got = Monitor<[UInt8]?>(nil)
        let server = try SandboxServer.start(raw: { connection in
            let bytes = connection.read(100)
            got.withLock { $0 = bytes }
        })
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("short")
        client = nil
        #expect(got.wait(timeout: patience) { $0 } == Array("short".utf8))
        #expect(client == nil)
    }

    @Test("A reset is seen as a reset, a close as a close")
    func endings() throws {
        let server = try SandboxServer.start(raw: { connection in
            if connection.readHead()?.target == "/reset" { connection.closeWithReset() }
        })
        for (target, ending) in [("/reset", RawClient.Ending.reset), ("/close", .closed)] {
            let client = try RawClient(port: server.port)
            client.request(target)
            #expect(client.rest().isEmpty)
            #expect(client.ending == ending)
        }
    }

    @Test("A wait ends when the client leaves", arguments: [true, false])
    func clientLeaves(hasDeadline: Bool) throws {
        let ended = Monitor<Bool?>(nil)
        let server = try SandboxServer.start(raw: { connection in
            connection.write("!")
            var passed = false
            if hasDeadline { passed = connection.pause(seconds: 3600) } else { connection.waitUntilClosed() }
            ended.withLock { $0 = !passed }
        })
        var client: RawClient? = try RawClient(port: server.port)
        #expect(client?.read(1).count == 1)
        client?.send("these bytes are in the way")
        client = nil
        #expect(ended.wait(timeout: patience) { $0 } == true)
        #expect(client == nil)
    }

    @Test("Nothing works on a connection that was closed")
    func afterClose() throws {
        let results = Monitor<[Bool]?>(nil)
        let server = try SandboxServer.start(raw: { connection in
            connection.close()
            connection.closeWithReset()
            connection.waitUntilClosed()
            let worked = [
                connection.write("x"), connection.pause(seconds: 0), connection.readRequest() != nil,
                !connection.read(1).isEmpty,
            ]
            results.withLock { $0 = worked }
        })
        let client = try RawClient(port: server.port)
        #expect(results.wait(timeout: patience) { $0 } == [false, false, false, false])
        #expect(client.rest().isEmpty)
    }

    @Test("A pause that nothing disturbs passes, and keeps what came meanwhile")
    func pause() throws {
        let server = try SandboxServer.start(raw: { connection in
            connection.write("!")
            connection.write(connection.pause(seconds: 0.05) ? "passed " : "cut ")
            connection.write(connection.read(4))
        })
        let client = try RawClient(port: server.port)
        #expect(client.read(1).count == 1)
        client.send("kept")
        #expect(String(decoding: client.rest(), as: UTF8.self) == "passed kept")
    }
}
