import ClientEngine
import Foundation
import InspectorGateway
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@Suite("Connections that one loop serves together", .ownThread, .timeLimit(.minutes(1)))
struct ServedConnectionTests {
    private static let stub = #"""
        {"name": "a", "request": {}, "response": {"body": "{{request.path}}", "transformers": ["response-template"]}}
        """#

    @Test("Many connections get their own answers, though they ask at the same time")
    func many() throws {
        let stand = try Stand(Self.stub)
        let clients = try (0..<300).map { _ in try stand.connect() }
        for round in 0..<3 {
            for (number, client) in clients.enumerated() { client.request("/\(round)/\(number)") }
            for (number, client) in clients.enumerated() {
                #expect(try client.response().text == "/\(round)/\(number)")
            }
        }
    }

    @Test("Who does not read holds up the server behind it, and nobody else")
    func slowReader() throws {
        let (piece, count) = ([UInt8](repeating: 0x78, count: 64 << 10), 1024)
        let written = Monitor(0)
        let peer = try TunnelPeer { connection in
            guard let request = connection.readRequest() else { return }
            let size = request.target == "/large" ? count : 1
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size * piece.count)\r\n\r\n")
            for _ in 0..<size where connection.write(piece) {
                if size > 1 { written.withLock { $0 += 1 } }
            }
        }
        let upstream = try RequestURL(parsing: "http://127.0.0.1:\(peer.port)")
        let stand = try Stand { $0.upstream = upstream }
        let slow = try stand.connect()
        slow.request("/large")
        try #require(written.wait(timeout: patience) { $0 > 0 ? true : nil } != nil)
        for _ in 0..<20 { #expect(try stand.fetch("/small").body.count == piece.count) }
        #expect(written.withLock { $0 } < count)
        let response = try slow.response()
        #expect(response.body.count == count * piece.count)
        #expect(written.wait(timeout: patience) { $0 == count ? true : nil } != nil)
    }

    @Test("Who writes a byte at a time is refused when its time is up, and others are answered meanwhile")
    func slowWriter() throws {
        let stand = try Stand(Self.stub) { $0.timeouts.head = .milliseconds(500) }
        let slow = try (0..<20).map { _ in try stand.connect() }
        for byte in "GET / HTTP/1.1\r\nHost".utf8 {
            for client in slow { client.send([byte]) }
            #expect(try stand.fetch("/meanwhile").text == "/meanwhile")
        }
        for client in slow { #expect(try client.response().status == 408) }
    }

    @Test("Who sends its request in single bytes is answered like others")
    func pieces() throws {
        let stand = try Stand(Self.stub)
        let client = try stand.connect()
        for byte in "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc".utf8 {
            client.send([byte])
        }
        #expect(try client.response().text == "/slow")
    }

    @Test(
        "A client that takes its time is refused in the midst of a request, and left alone before one",
        arguments: [
            (ConnectionTimeouts(idle: .milliseconds(50)), "", nil),
            (ConnectionTimeouts(head: .milliseconds(50)), "GET / HT", 408),
            (ConnectionTimeouts(head: .milliseconds(50)), "GET / HTTP/1.1\r\nHost: localhost\r\n", 408),
            (
                ConnectionTimeouts(body: .milliseconds(50)),
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab", 408
            ),
            (
                ConnectionTimeouts(idle: .milliseconds(50), head: .seconds(60), body: .seconds(60)),
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 200
            ),
        ])
    func timeouts(timeouts: ConnectionTimeouts, sent: String, status: Int?) throws {
        let stand = try Stand(Self.stub) { $0.timeouts = timeouts }
        let client = try stand.connect()
        client.send(sent)
        let answered = try? client.response().status
        #expect(answered == status)
        #expect(client.rest().isEmpty)
        #expect(client.ending == .closed)
    }

    @Test("A body is asked for where the client waits for that")
    func expectation() throws {
        let stand = try Stand(Self.stub)
        let client = try stand.connect()
        client.request("/asked", method: "POST", headers: ["Expect: 100-continue", "Content-Length: 3"])
        #expect(try client.response().status == 100)
        client.send("abc")
        #expect(try client.response().text == "/asked")
    }

    @Test("A program that leaves in the midst of an answer ends its task")
    func leaving() throws {
        let stand = try Stand(
            #"{"name": "n", "request": {}, "response": {}, "metadata": {"inspector": {"fault": {"kind": "never"}}}}"#
        )
        let finished = Finished(of: stand.client)
        let isAsked = Monitor(false)
        let observation = stand.client.observe { event in
            if case .exchangeStarted = event.kind { isAsked.withLock { $0 = true } }
        }
        var client: RawClient? = try stand.connect()
        client?.request("/x")
        try #require(isAsked.wait(timeout: patience) { $0 ? true : nil } != nil)
        client = nil
        #expect(finished.wait().map(\.state) == [.cancelled])
        observation.cancel()
    }

    private static let late =
        #"{"name": "n", "request": {}, "response": {"body": "late", "fixedDelayMilliseconds": 250}}"#

    @Test(
        "A program that finishes sending before its answer comes gets the answer", arguments: [false, true])
    func halfClosed(isPassedOn: Bool) throws {
        let upstream = try Stand(Self.late)
        let stand = try isPassedOn ? Stand(to: upstream) : upstream
        let client = try stand.connect()
        client.request("/x")
        client.finishSending()
        #expect(try client.response().text == "late")
        #expect(client.rest().isEmpty && client.ending == .closed)
    }

    @Test("A program that finishes sending and then leaves ends its task")
    func halfClosedLeaving() throws {
        let stand = try Stand(Self.late.replacing("250", with: "600000"))
        let finished = Finished(of: stand.client)
        var client: RawClient? = try stand.connect()
        client?.request("/x")
        client?.finishSending()
        client = nil
        #expect(finished.wait().map(\.state) == [.cancelled])
    }
}
