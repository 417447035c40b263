import Testing

@testable import ClientEngine

@Suite("HTTP/2: what a server has not looked at goes again, and nothing else", .timeLimit(.minutes(1)))
struct RefusedStreamTests {
    private static let refusedStream: UInt32 = 7
    private static let http11Required: UInt32 = 13

    /// Sends a POST on a new or reused connection.
    ///
    /// Returns its record and the number of received requests.
    private static func send(
        isKept: Bool, _ method: ClientEngine.HTTPMethod = .post, body: Body = .text("order"),
        _ reply: @escaping @Sendable (_ connection: Int) -> FrameServer.Reply
    ) async throws -> (record: TaskRecord, receipts: Int) {
        let server = try FrameServer { connection, request in
            isKept && connection == 1 && request == 1 ? .answer : reply(connection)
        }
        let client = server.client
        if isKept { #expect(try await client.send(.get("/first")).status == 200) }
        let request = Request(method: method, url: "/second", body: method == .get ? .none : body)
        let task = client.start(request)
        _ = try? await task.value
        return (task.record, server.receipts - (isKept ? 1 : 0))
    }

    @Test(
        "a refused stream goes again on another connection, also a POST",
        arguments: [(false, Body.text("order")), (false, .none), (true, .none), (true, .text("order"))])
    func refused(isKept: Bool, body: Body) async throws {
        let (record, receipts) = try await Self.send(isKept: isKept, body: body) {
            $0 == 1 ? .reset(Self.refusedStream) : .answer
        }
        let exchanges = try #require(record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.start.reason) == [nil, .refused])
        #expect(exchanges.map(\.connection?.isReused) == [isKept, false])
        #expect(exchanges.first?.error?.label == "connectionLost/wait")
        #expect(exchanges.first?.error?.message.hasSuffix("refused the request before looking at it") == true)
        #expect(record.status == 200 && record.attempts.count == 1 && receipts == 2)
    }

    @Test("a stream above the last one of a GOAWAY goes again, also a POST", arguments: [true, false])
    func goneAway(isKept: Bool) async throws {
        let (record, receipts) = try await Self.send(isKept: isKept) {
            $0 == 1 ? .goAway(last: isKept ? 1 : 0) : .answer
        }
        #expect(record.lastAttempt?.exchanges.map(\.start.reason) == [nil, .refused])
        #expect(record.status == 200 && receipts == 2)
    }

    @Test(
        "a stream that a GOAWAY lets live does not go again when the connection closes",
        arguments: [true, false])
    func processed(isKept: Bool) async throws {
        let (record, receipts) = try await Self.send(isKept: isKept) { _ in .goAway(last: isKept ? 3 : 1) }
        #expect(record.error?.kind == .connectionLost, "\(String(describing: record.error))")
        #expect(record.error?.message.hasSuffix("and may have acted on the POST") == true)
        #expect(record.lastAttempt?.exchanges.count == 1 && receipts == 1)
    }

    @Test(
        "a stream that the server gives up before the head goes out once, and is told so",
        arguments: [0, 2, 8, 11])
    func givenUp(code: UInt32) async throws {
        for isKept in [false, true] {
            for method in [HTTPMethod.get, .post] {
                let row: Comment = "\(method), \(isKept ? "kept" : "new")"
                let (record, receipts) = try await Self.send(isKept: isKept, method) { _ in .reset(code) }
                let error = try #require(record.error, row)
                let words = "gave the stream up (\(HTTP2Code.name(code))) without an answer"
                let doubt = method == .post ? ", and may have acted on the POST" : ""
                #expect(error.label == "connectionLost/wait", row)
                #expect(error.message.hasSuffix(words + doubt), row)
                #expect(record.lastAttempt?.exchanges.count == 1 && receipts == 1, row)
            }
        }
    }

    @Test("a connection that dies, or breaks the rules, takes no POST with it to another one")
    func died() async throws {
        for reply in [FrameServer.Reply.closes, .resets, .nonsense] {
            for isKept in [true, false] {
                let (record, receipts) = try await Self.send(isKept: isKept) { _ in reply }
                #expect(record.error != nil, "\(reply) \(isKept)")
                #expect(record.lastAttempt?.exchanges.count == 1 && receipts == 1, "\(reply) \(isKept)")
            }
        }
    }

    @Test("a GET whose kept connection dies goes again, with its reason")
    func getAgain() async throws {
        for reply in [FrameServer.Reply.closes, .resets] {
            let (record, receipts) = try await Self.send(isKept: true, .get) { $0 == 1 ? reply : .answer }
            #expect(record.lastAttempt?.exchanges.map(\.start.reason) == [nil, .connectionLost], "\(reply)")
            #expect(record.status == 200 && receipts == 2, "\(reply)")
        }
    }

    @Test("who refuses for ever is asked six times")
    func bound() async throws {
        let (record, receipts) = try await Self.send(isKept: false) { _ in .reset(Self.refusedStream) }
        #expect(record.error?.kind == .connectionLost)
        #expect(record.lastAttempt?.exchanges.count == 6 && receipts == 6 && record.repetitions == 5)
    }

    @Test("a server that wants HTTP/1.1 gets a GET again, and no POST", arguments: [true, false])
    func downgrade(isKept: Bool) async throws {
        let get = try await Self.send(isKept: isKept, .get) { _ in .reset(Self.http11Required) }
        #expect(get.record.lastAttempt?.exchanges.map(\.start.reason) == [nil, .downgrade])
        #expect(get.record.lastExchange?.head?.httpVersion == "HTTP/1.1" && get.receipts == 2)
        let post = try await Self.send(isKept: isKept) { _ in .reset(Self.http11Required) }
        #expect(post.record.error?.message.contains("wants the request over HTTP/1.1") == true)
        #expect(post.record.lastAttempt?.exchanges.count == 1 && post.receipts == 1)
    }
}
