import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("TLS on a wire that somebody meddles with", .ownThread, .timeLimit(.minutes(1)))
struct TLSTroubleTests {
    private static let body = 300_000

    /// Returns the record of a large download through a proxy that tampers with one TLS record.
    private static func task(_ fate: TamperingProxy.Fate, record: Int) async throws -> TaskRecord {
        let server = try SandboxServer.start()
        let proxy = try TamperingProxy(before: server.httpsPort) { $0 == record ? fate : .passes }
        let client = Client(baseURL: "https://127.0.0.1:\(proxy.port)") {
            $0.connections.tls.certificateAuthorities = server.caFile
            $0.retry = RetryPolicy(maximumRetries: 2, backoff: Backoff(from: .zero))
        }
        let task = client.start(.get("/bytes/\(body)"))
        _ = try? await task.value
        return task.record
    }

    @Test("a proxy that passes everything on is none")
    func passes() async throws {
        let record = try await Self.task(.passes, record: 1)
        #expect(record.status == 200 && record.lastExchange?.body.count == Self.body)
        #expect(record.lastExchange?.anomalies == [])
    }

    @Test("a byte that is changed on the way is a failure with a sentence", arguments: [1, 4])
    func changed(record: Int) async throws {
        let task = try await Self.task(.isChanged, record: record)
        let error = try #require(task.error)
        #expect(error.kind == .tls, "\(error)")
        #expect(error.message.contains("changed on the way"), "\(error.message)")
        #expect(error.curlMessage?.contains("bad record mac") == true)
        #expect(task.attempts.count == 1, "whoever can change one record can change the next")
        let kept = task.lastExchange?.body.count ?? 0
        #expect(kept < Self.body && (record == 1 || kept > 0))
    }

    @Test("a connection that is cut inside of a body is truncated over TLS, too")
    func cut() async throws {
        let task = try await Self.task(.resets, record: 4)
        let error = try #require(task.error)
        #expect(error.label == "truncated/receive", "\(error)")
        #expect(task.lastExchange?.head?.status == 200)
        #expect((1..<Self.body).contains(task.lastExchange?.body.count ?? 0))
        #expect(task.attempts.count == 3, "it is tried again, as without TLS")
    }

    @Test("messages of TLS without end keep nobody waiting", arguments: [nil, Duration.seconds(30)])
    func flood(timeout: Duration?) async throws {
        // HelloRequest (RFC 5246, section 7.4.1.1), 4096 per record. A client ignores them during a handshake.
        let record = [22, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000)
        let flood = Array([[UInt8]](repeating: record, count: 16).joined())
        let begun = Promise<Void>()
        let server = try SandboxServer.start(raw: { connection in
            guard connection.read(5).count == 5 else { return }
            begun.fulfil(())
            while connection.write(flood) {}
        })
        let other = try SandboxServer.start()
        let client = Client { $0.timeouts.connect = .seconds(20) }
        let task = client.start(
            Request.get("https://127.0.0.1:\(server.port)/").with { $0.attemptTimeout = timeout })
        try await begun.arrival()
        #expect(try await client.send(.get(other.url + "/hello")).status == 200)
        _ = try? await task.value
        let error = try #require(task.record.error)
        #expect(error.label == "limit/tls", "\(error)")
    }
}
