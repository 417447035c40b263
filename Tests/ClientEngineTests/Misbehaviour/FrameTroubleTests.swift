import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("HTTP/2: windows, floods, and answers that come early", .ownThread, .timeLimit(.minutes(1)))
struct FrameTroubleTests {
    static let floods: [(name: String, frame: [UInt8])] = [
        ("WINDOW_UPDATE", HTTP2Frame.windowUpdate(by: 1, on: 1)),
        ("GOAWAY", HTTP2Frame.goAway(last: 1)),
        ("PRIORITY", HTTP2Frame.make(HTTP2Frame.priority, on: 3, [0, 0, 0, 1, 0])),
        ("a kind that is none", HTTP2Frame.make(0x99, on: 0, [0, 0])),
        ("empty DATA", HTTP2Frame.make(HTTP2Frame.data, on: 1, [])),
        ("PING", HTTP2Frame.make(HTTP2Frame.ping, on: 0, [UInt8](repeating: 0, count: 8))),
    ]

    /// One read contains more of these frames than nghttp2 acknowledges.
    static let settings = (name: "SETTINGS", frame: HTTP2Frame.make(HTTP2Frame.settings, on: 0, []))

    @Test("a flood of frames ends, and holds up nobody else", arguments: floods + [settings], [true, false])
    func flood(of flood: (name: String, frame: [UInt8]), isInBody: Bool) async throws {
        let start = isInBody ? HTTP2Frame.head + HTTP2Frame.part : []
        let server = try FrameServer { _, _ in .floods(start, flood.frame) }
        let other = try SandboxServer.start()
        let client = server.client { $0.timeouts.idle = .seconds(20) }
        let task = client.start(Request.get("/").with { $0.attemptTimeout = .seconds(20) })
        let answer = try await client.send(.get(other.url + "/hello"))
        #expect(answer.status == 200)
        _ = try? await task.value
        let error = try #require(task.record.error)
        #expect([.limit, .protocolViolation].contains(error.kind), "\(error)")
        if isInBody { #expect(task.record.lastExchange?.head?.status == 200) }
        if isInBody { #expect(task.record.lastExchange?.body == Array("part".utf8)) }
    }

    @Test("a flood of frames keeps no deadline and no cancel waiting", arguments: floods + [settings])
    func promptness(of flood: (name: String, frame: [UInt8])) async throws {
        let server = try FrameServer { _, _ in .floods(HTTP2Frame.head + HTTP2Frame.part, flood.frame) }
        let client = server.client
        let before = try await Self.loopTime(of: client)
        let task = client.start(.get("/"))
        for await state in task.states where state == .running(.receive) || state.isFinished { break }
        task.cancel()
        _ = try? await task.value
        #expect(task.record.state.isFinished)
        // Includes the handshake and one budget of 50 ms. An endless flood would never end.
        let spent = try await Self.loopTime(of: client) - before
        #expect(spent < .milliseconds(300) * sanitizerSlowdown, "\(spent)")
    }

    @Test("what comes in one read is worked off in a moment", arguments: floods)
    func oneRead(of flood: (name: String, frame: [UInt8])) async throws {
        // A TLS record holds 16 KiB, and OpenSSL returns one record at a time. This GOAWAY does not end the
        // measured stream.
        let frame = flood.name == "GOAWAY" ? HTTP2Frame.goAway(last: 3) : flood.frame
        let frames = Array([[UInt8]](repeating: frame, count: 16_384 / frame.count).joined())
        let server = try FrameServer { connection, _ in
            connection.write(HTTP2Frame.make(HTTP2Frame.settings, on: 0, []))
            while let stream = FrameServer.request(on: connection) {
                connection.write(HTTP2Frame.make(HTTP2Frame.headers, 4, on: stream, HTTP2Frame.ok))
                // The first response establishes the connection. The second one is measured.
                if stream > 1 { connection.write(frames) }
                connection.write(HTTP2Frame.make(HTTP2Frame.data, 1, on: stream, Array("end".utf8)))
            }
        }
        let client = server.client
        #expect(try await client.send(.get("/")).body == Array("end".utf8))
        let before = try await Self.loopTime(of: client)
        let task = client.start(.get("/"))
        #expect(try await task.value.body == Array("end".utf8))
        let spent = try await Self.loopTime(of: client) - before
        #expect(spent < .milliseconds(50) * sanitizerSlowdown, "\(spent)")
    }

    @Test("a window of zero costs no time, and the body goes when it opens")
    func window() async throws {
        let waits = Promise<Void>()
        let opens = Promise<Void>()
        let server = try FrameServer { connection, seen in
            // SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, section 6.5.2).
            connection.write(HTTP2Frame.make(HTTP2Frame.settings, on: 0, [0, 4, 0, 0, 0, 0]))
            guard let stream = FrameServer.request(on: connection, .behindHead) else { return }
            waits.fulfil(())
            connection.pause(seconds: 1)
            opens.fulfil(())
            connection.write(HTTP2Frame.windowUpdate(by: 100, on: stream))
            while let head = Optional(connection.read(9)), head.count == 9 {
                let body = connection.read(Int(head[2]))
                guard head[3] == HTTP2Frame.data, body == Array("order".utf8) else { continue }
                seen()
                connection.write(HTTP2Frame.make(HTTP2Frame.headers, 5, on: stream, HTTP2Frame.ok))
            }
        }
        let client = server.client
        let task = client.start(.post("/", body: .text("order")))
        try await waits.arrival()
        let before = try await Self.loopTime(of: client)
        try await opens.arrival()
        let after = try await Self.loopTime(of: client)
        #expect(after - before < .milliseconds(200) * sanitizerSlowdown)
        #expect(try await task.value.status == 200)
        #expect(server.receipts == 1)
    }

    /// Returns the processor time used by a client's loop.
    private static func loopTime(of client: Client) async throws -> Duration {
        let time = Promise<Duration>()
        client.loop.enqueue { _ in
            var now = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
            time.fulfil(.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
        }
        return try await time.arrival()
    }

    @Test("an early answer is taken though the server resets what is still going up")
    func early() async throws {
        let server = try FrameServer(replies: .behindHead) { _, _ in
            let head = HTTP2Frame.make(HTTP2Frame.headers, 4, on: 1, HTTP2Frame.field(8, "413"))
            let answer = head + HTTP2Frame.make(HTTP2Frame.data, 1, on: 1, Array("too large".utf8))
            return .sends(answer + HTTP2Frame.reset(0))
        }
        let task = server.client.start(.post("/", body: .bytes([UInt8](repeating: 1, count: 5_000_000))))
        _ = try? await task.value
        #expect(task.record.status == 413, "\(String(describing: task.record.error))")
        #expect(task.record.lastExchange?.body == Array("too large".utf8))
        #expect(task.record.lastExchange?.error == nil)
    }

    @Test("a complete answer before the end of the upload is the end, over HTTP/2", arguments: [200, 413])
    func abandoned(status: StatusCode) async throws {
        // The window is never reopened, and no reset arrives.
        let server = try FrameServer { connection, seen in
            connection.write(HTTP2Frame.make(HTTP2Frame.settings, on: 0, []))
            while let stream = FrameServer.request(on: connection, .behindHead) {
                seen()
                let head = HTTP2Frame.field(8, "\(status)")
                connection.write(
                    HTTP2Frame.make(HTTP2Frame.headers, 4, on: stream, head)
                        + HTTP2Frame.make(HTTP2Frame.data, 1, on: stream, Array("done".utf8)))
            }
        }
        let client = server.client
        for count in 1...2 {
            let task = client.start(.post("/", body: .bytes([UInt8](repeating: 1, count: 5_000_000))))
            let response = try await task.value
            #expect(response.status == status && response.body == Array("done".utf8))
            #expect(task.record.lastExchange?.anomalies == [.unsentBody])
            #expect((task.record.lastExchange?.bodySent ?? 0) < 5_000_000)
            #expect(server.receipts == count)
        }
    }

    @Test(
        "a GOAWAY that lets no stream live has the request sent again", arguments: [true, false],
        [true, false])
    func unprocessed(isKept: Bool, closes: Bool) async throws {
        let server = try FrameServer { connection, request in
            if connection > 1 || (isKept && request == 1) { return .answer }
            let bytes = HTTP2Frame.goAway(last: isKept ? 1 : 0)
            return closes ? .ends(bytes) : .sends(bytes)
        }
        let client = server.client
        if isKept { #expect(try await client.send(.get("/first")).status == 200) }
        let task = client.start(.post("/second", body: .text("order")))
        _ = try? await task.value
        let exchanges = try #require(task.record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.start.reason) == [nil, .refused])
        #expect(task.record.status == 200, "\(String(describing: task.record.error))")
    }

    @Test("what ends one request does not end its neighbours on the connection")
    func neighbours() async throws {
        let server = try FrameServer { connection, seen in
            connection.write(HTTP2Frame.make(HTTP2Frame.settings, on: 0, []))
            var streams: [UInt32] = []
            while streams.count < 3, let stream = FrameServer.request(on: connection) {
                streams.append(stream)
                seen()
                // The first request is sent alone, because others wait to learn whether the connection supports
                // several.
                guard streams.count == 1 else { continue }
                connection.write(HTTP2Frame.make(HTTP2Frame.headers, 5, on: stream, HTTP2Frame.ok))
            }
            guard streams.count == 3 else { return }
            for stream in streams[1...] {
                connection.write(
                    HTTP2Frame.make(HTTP2Frame.headers, 4, on: stream, HTTP2Frame.ok)
                        + HTTP2Frame.make(HTTP2Frame.data, on: stream, Array("part".utf8)))
            }
            connection.write(
                HTTP2Frame.reset(2, on: streams[1])
                    + HTTP2Frame.make(HTTP2Frame.data, 1, on: streams[2], Array(" and end".utf8)))
            connection.waitUntilClosed()
        }
        let client = server.client
        #expect(try await client.send(.get("/")).status == 200)
        let tasks = [client.start(.get("/a")), client.start(.get("/b"))]
        for task in tasks { _ = try? await task.value }
        #expect(
            tasks.map(\.record.error?.label).sorted { ($0 ?? "") < ($1 ?? "") } == [nil, "truncated/receive"])
        #expect(
            Set(tasks.map { $0.record.lastExchange?.body }) == [
                Array("part".utf8), Array("part and end".utf8),
            ])
        #expect(server.server.connectionCount == 1)
    }

    @Test("a violation is told in the words of who noticed it")
    func words() async throws {
        let server = try FrameServer { _, _ in
            .sends(HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.make(HTTP2Frame.data, on: 0, [1]))
        }
        let task = server.client.start(.get("/"))
        _ = try? await task.value
        let message = try #require(task.record.error?.message)
        #expect(message.contains("broke the rules of HTTP/2: DATA: stream_id == 0"))
    }
}
