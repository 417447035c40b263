import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorGateway

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct RelayTests {
    /// Returns the parts of a relay up to its end.
    private func parts(of request: Request, with client: Client = Client()) -> ([Relay.Part], TaskRecord) {
        let arrivals = Monitor(0)
        let relay = client.relay(request) { arrivals.withLock { $0 += 1 } }
        var parts: [Relay.Part] = []
        var seen = 0
        while true {
            while let part = relay.next() {
                parts.append(part)
                if case .end = part { return (parts, relay.task.record) }
            }
            guard let count = arrivals.wait(timeout: patience, for: { $0 > seen ? $0 : nil }) else {
                Issue.record("the next part did not come within \(patience)")
                return (parts, relay.task.record)
            }
            seen = count
        }
    }

    private func body(_ parts: [Relay.Part]) -> [UInt8] {
        parts.flatMap { part -> [UInt8] in if case .body(let bytes) = part { bytes } else { [] } }
    }

    @Test("The parts are the head, the body as it was on the wire, and the end")
    func parts() throws {
        let server = try SandboxServer.start()
        let (parts, record) = parts(of: .get("\(server.url)/gzip"))
        guard case .head(let head)? = parts.first else {
            Issue.record("no head: \(parts)")
            return
        }
        #expect(head.headers["Content-Encoding"] == "gzip")
        #expect(parts.last == .end(.succeeded))
        #expect(body(parts).prefix(2) == [0x1F, 0x8B])
        // The record contains the decoded body nevertheless.
        #expect(record.lastExchange?.wireBody == body(parts))
        #expect(record.lastExchange?.body != body(parts))
    }

    @Test("A body whose coding is broken comes as it is")
    func broken() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope")
        })
        let (parts, record) = parts(of: .get(server.url))
        #expect(body(parts) == Array("nope".utf8))
        #expect(parts.last == .end(.succeeded))
        #expect(record.lastExchange?.body == Array("nope".utf8))
    }

    @Test("Trailers without end end a body that is passed on")
    func trailers() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n")
            let lines = String(repeating: "X: y\r\n", count: 10_000)
            while connection.write(lines) {}
        })
        let (parts, record) = parts(of: .get(server.url))
        #expect(body(parts) == Array("ok".utf8))
        guard case .end(.failed(let error))? = parts.last else {
            Issue.record("not told to be broken: \(String(describing: parts.last))")
            return
        }
        #expect(error.label == "limit/receive" && record.error == error)
    }

    @Test(
        "Without retries every status comes while it arrives; with them, others than 2xx when it is the last")
    func statuses() throws {
        let server = try ScriptedServer(503, 503, 200)
        let (single, _) = parts(of: .get(server.url))
        #expect(
            single.first.flatMap { if case .head(let head) = $0 { head.status.rawValue } else { nil } } == 503
        )
        let retrying = Client { $0.retry = RetryPolicy(maximumRetries: 2, backoff: Backoff(from: .zero)) }
        let (parts, record) = parts(of: .get(server.url), with: retrying)
        #expect(
            parts.first.flatMap { if case .head(let head) = $0 { head.status.rawValue } else { nil } } == 200)
        #expect(record.attempts.count == 2)
        let stubborn = try ScriptedServer { _ in ScriptedServer.Answer(status: 503, body: "busy") }
        let (last, _) = self.parts(of: .get(stubborn.url), with: retrying)
        #expect(body(last) == Array("busy".utf8))
    }

    @Test("A failure comes last, with what was there before it")
    func failure() throws {
        let server = try ScriptedServer(0)
        let (parts, _) = parts(of: .get(server.url))
        guard case .end(.failed(let error))? = parts.last else {
            Issue.record("no failure: \(parts)")
            return
        }
        #expect(error.label == "truncated/receive")
        #expect(parts.count == 2)
    }

    @Test("A body of any size passes; the record keeps no more than it may")
    func large() throws {
        let server = try SandboxServer.start()
        let client = Client { $0.limits.collectedBody = 1 << 20 }
        let (parts, record) = parts(of: .get("\(server.url)/bytes/50000000"), with: client)
        #expect(parts.last == .end(.succeeded))
        #expect(body(parts).count == 50_000_000)
        #expect(record.lastExchange?.bodyReceived == 50_000_000)
        #expect((record.lastExchange?.wireBody.count ?? .max) < 3 << 20)
    }

    @Test("A body that nobody keeps passes as well, decoded or not, and the record counts it")
    func unkept() throws {
        let server = try SandboxServer.start()
        for path in ["/bytes/3000000", "/gzip"] {
            let request = Request.get(server.url + path).with { $0.discardsBody = true }
            let (parts, record) = parts(of: request)
            #expect(parts.last == .end(.succeeded))
            #expect(!body(parts).isEmpty)
            #expect(record.keptBytes == 0)
            #expect(record.lastExchange?.bodyReceived == body(parts).count)
        }
    }

    @Test(
        "A mock's body comes as its pieces do, and a request can keep what no mock answers from the network")
    func mocks() throws {
        let client = Client()
        try client.mocks.add(Mock.Match(address: .path("/a")), .text("mocked", status: 404))
        let (parts, _) = parts(of: .get("http://localhost:1/a"), with: client)
        #expect(body(parts) == Array("mocked".utf8))
        let unmatched = Request.get("http://localhost:1/b").with {
            $0.unmatchedRequests = .rejected(status: 418)
        }
        let (page, record) = self.parts(of: unmatched, with: client)
        #expect(page.last == .end(.succeeded))
        #expect(record.status == 418)
        #expect(record.mock == .unmatched)
    }
}
