import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Tasks that mocks answer", .timeLimit(.minutes(1)))
struct MockedTaskTests {
    /// No server listens there, so a request that bypasses the mocks fails.
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

    @Test("what is sent decides: query, fields and body, also one from a file")
    func conditions() async throws {
        var match = Mock.Match(method: .post, address: .path("/a"))
        match.query = [.init("q", "1")]
        match.headers = [.init("X-Team", "blue")]
        match.body = [.equalToJSON(.init(["a": 1], ignoresExtraElements: true))]
        try client.mocks.add(match, .status(201))
        var rest = Mock(id: "rest", name: "rest", match: .init(address: .any), answers: [.status(404)])
        rest.priority = 9
        try client.mocks.add(rest)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(#"{"a":1,"b":2}"#.utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        func status(_ url: String, _ headers: Headers, _ body: Body) async throws -> StatusCode {
            try await client.send(Request(method: .post, url: url, headers: headers, body: body)).status
        }
        let blue: Headers = ["x-team": "blue"]
        #expect(try await status("/a?q=1", blue, .text(#"{"a":1}"#)) == 201)
        #expect(try await status("/a?q=1", blue, .file(path: file)) == 201)
        #expect(try await status("/a?q=1", blue, .text("{}")) == 404)
        #expect(try await status("/a?q=1", [:], .text(#"{"a":1}"#)) == 404)
        #expect(try await status("/a", blue, .text(#"{"a":1}"#)) == 404)
    }

    @Test("a failure cuts the response it was given")
    func cutResponse() async throws {
        let reply = Mock.Reply(status: 206, headers: ["X": "y"], body: .text("0123456789"))
        try client.mocks.add(.get("/a"), Mock.Answer(.fault(.truncate(afterBytes: 4), of: reply)))
        let task = client.start(.get("/a").with { $0.retry = .never })
        await #expect(throws: ClientError.self) { try await task.value }
        let exchange = try #require(task.record.lastExchange)
        #expect(exchange.head?.status == 206 && exchange.head?.headers["X"] == "y")
        #expect(exchange.body == Array("0123".utf8))
        #expect(exchange.error?.label == "truncated/receive")
    }

    @Test("a sequence goes on from task to task, and ends with its last answer")
    func sequence() async throws {
        try client.mocks.add(.get("/a"), .text("one"), .text("two"))
        var texts: [String] = []
        for _ in 0..<3 { texts.append(try await client.send(.get("/a")).text) }
        #expect(texts == ["one", "two", "two"])
    }

    @Test("of mocks that match, that of the smallest priority answers, else the newest")
    func priority() async throws {
        for (name, priority) in [("old", 5), ("new", 5), ("late", 6)] {
            var mock = Mock(id: name, name: name, match: .get("/a"), answers: [.text(name)])
            mock.priority = priority
            try client.mocks.add(mock)
        }
        #expect(try await client.send(.get("/a")).text == "new")
        client.mocks.setPriority(1, id: "late")
        #expect(try await client.send(.get("/a")).text == "late")
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

    @Test(
        "a request's own mock answers all of its attempts, before the client's mocks and while they are off")
    func own() async throws {
        try client.mocks.add(.get("/a"), .text("of the client"))
        client.mocks.isEnabled = false
        var request = Request.get("/a")
        request.mock = Mock(
            id: "own", name: "own", match: .post("/other"),
            answers: [.fault(.dns), .status(503), .text("own")])
        for _ in 0..<2 {
            let response = try await client.send(request)
            #expect(response.text == "own")
            #expect(response.record.attempts.map { $0.error?.label } == ["resolve/dns", nil, nil])
            #expect(
                response.record.attempts.allSatisfy { $0.exchanges.allSatisfy { $0.start.mock?.id == "own" } }
            )
        }
        client.mocks.isEnabled = true
        request.mock?.times = 1
        #expect(try await client.send(request).text == "of the client")
        #expect(client.mocks.all.map(\.hits) == [1])
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
        request.timeouts = Timeouts(
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
            .response(Mock.Reply(headers: headers, body: .text("no gzip"))))
        try client.mocks.add(.get("/a"), answer)
        let events = Locked<[Event.Kind]>([])
        let observation = client.observe { event in events.withLock { $0.append(event.kind) } }
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
            .get("/a"), Mock.Answer(.response(Mock.Reply(body: body))))
        let task = client.start(.get("/a"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "io/queue")
    }
}
