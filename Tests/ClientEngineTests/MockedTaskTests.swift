import Sandbox
import Testing

@testable import ClientEngine

@Suite("Tasks that mocks answer", .timeLimit(.minutes(1)))
struct MockedTaskTests {
    /// Nothing listens there: whatever gets past the mocks fails.
    private let client = Client(baseURL: "http://127.0.0.1:1") {
        $0.retry = RetryPolicy(
            maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
    }

    @Test("a response arrives whole, and says which mock gave it")
    func response() async throws {
        let id = try client.mocks.add(.get("/a/:id"), .json(["x": 1]))
        let response = try await client.send(.get("/a/7"))
        #expect(response.status == 200)
        #expect(response.text == #"{"x":1}"#)
        #expect(response.headers["content-length"] == "7")
        #expect(response.record.mock?.id == id)
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.phases.map(\.phase) == [.queue, .send, .wait, .receive, .process])
        #expect(exchange.connection == nil)
        #expect(exchange.ended != nil)
        #expect(client.mocks.all.map(\.hits) == [1])
    }

    @Test("a sequence goes on from task to task, and ends with its last answer")
    func sequence() async throws {
        try client.mocks.add(.get("/a"), .text("one"), .text("two"))
        var texts: [String] = []
        for _ in 0..<3 { texts.append(try await client.send(.get("/a")).text) }
        #expect(texts == ["one", "two", "two"])
    }

    @Test("a mock that has answered often enough steps aside, also within one task")
    func times() async throws {
        try client.mocks.add(.get("/a"), .text("behind"))
        try client.mocks.add(.get("/a"), .fault(.reset), times: 2)
        let response = try await client.send(.get("/a"))
        #expect(response.text == "behind")
        #expect(
            response.record.attempts.map { $0.error?.label } == [
                "connectionLost/wait", "connectionLost/wait", nil,
            ])
    }

    @Test("a mock is asked for the URL of a redirect, too")
    func redirect() async throws {
        try client.mocks.add(.get("/a"), .status(302, headers: ["Location": "/b"]))
        try client.mocks.add(.get("/b"), .text("there"))
        let response = try await client.send(.get("/a"))
        #expect(response.text == "there")
        #expect(response.record.attempts.map(\.exchanges.count) == [2])
    }

    static let faults: [(fault: Mock.Fault, label: String)] = [
        (.dns, "resolve/dns"), (.refused, "connect/connect"), (.connectTimeout, "timeout/connect"),
        (.tls, "tls/tls"), (.never, "timeout/wait"), (.stall(afterBytes: 3), "timeout/receive"),
        (.truncate(afterBytes: 3), "truncated/receive"), (.reset, "connectionLost/wait"),
        (.emptyReply, "connectionLost/wait"), (.malformedChunk, "protocol/receive"),
        (.garbage, "protocol/wait"),
    ]

    @Test("each fault has the kind and the phase of the real one", arguments: faults)
    func fault(fault: Mock.Fault, label: String) async throws {
        try client.mocks.add(.get("/a"), .fault(fault))
        var request = Request.get("/a")
        request.retry = .never
        request.deadlines = Deadlines(
            connect: .milliseconds(5), firstByte: .milliseconds(5), idle: .milliseconds(5))
        let task = client.start(request)
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == label)
        #expect(task.record.lastExchange?.error == task.record.error)
        #expect(task.record.attempts.map { $0.outcome != nil } == [true])
        #expect(task.record.isMocked)
    }

    @Test("retries over a mock that always fails end 3/3")
    func exhausted() async throws {
        try client.mocks.add(.get("/a"), .fault(.refused))
        let task = client.start(.get("/a"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.attempts.map(\.number) == [1, 2, 3])
        #expect(task.record.origin.attemptsAllowed == 3)
        #expect(task.record.attempts.map { $0.retry?.delay } == [.milliseconds(1), .milliseconds(2), nil])
        #expect(client.mocks.all.map(\.hits) == [3])
    }

    @Test("a broken body of a mock fails once, and what the mock would still have said is not heard")
    func brokenCoding() async throws {
        let headers: Headers = ["Content-Encoding": "gzip"]
        let answer = Mock.Answer(
            .response(status: 200, reason: nil, headers: headers, body: .text("no gzip")))
        try client.mocks.add(.get("/a"), answer)
        let events = Locked<[Event.What]>([])
        let observation = client.observe { event in events.withLock { $0.append(event.what) } }
        let task = client.start(.get("/a"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "decode/process")
        let ends = events.withLock { $0.count { if case .exchangeEnded = $0 { true } else { false } } }
        #expect(ends == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("a body file that is not there fails the exchange")
    func missingFile() async throws {
        let body = Body.file(path: "/nowhere/at/all")
        try client.mocks.add(
            .get("/a"), Mock.Answer(.response(status: 200, reason: nil, headers: [:], body: body)))
        let task = client.start(.get("/a"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "io/queue")
    }
}
