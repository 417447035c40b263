import EngineJSON
import EngineSupport
import Foundation
import Testing

@testable import ClientEngine

@Suite("Mocks that answer by code", .timeLimit(.minutes(1)))
struct MockResponderTests {
    private let client = Client(baseURL: "http://api.test/v1/") {
        $0.defaultHeaders = ["X-Team": "blue"]
        $0.authentication = .bearer("secret")
    }

    init() {
        client.mocks.unmatchedRequests = .rejected
    }

    private func text(_ request: Request) async throws -> String? {
        let response = try await client.send(request)
        return response.isUnmatched ? nil : response.text
    }

    @Test("names of the path are told to the code; where the path has other components it is not asked")
    func parameters() async throws {
        let echo = Mock.Answer.computed { question in
            .text(question.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " "))
        }
        try client.mocks.add(.get("users/:id"), echo)
        try client.mocks.add(.get("users/:id/posts/{post}"), echo)
        try client.mocks.add(.get("http://other.test/:x"), echo)
        #expect(try await text(.get("users/7")) == "id=7")
        #expect(try await text(.get("users/a%2Fb/posts/c%20d")) == "id=a/b post=c d")
        #expect(try await text(.get("http://other.test/1")) == "x=1")
        #expect(try await text(.get("users")) == nil)
        #expect(try await text(.get("users/7/posts")) == nil)
    }

    @Test("the code sees the request as it would have gone out, with its proof")
    func finalRequest() async throws {
        let asked = Locked<Mock.Question?>(nil)
        try client.mocks.add(
            .get("a"),
            .computed { question in
                asked.withLock { $0 = question }
                return .status(204)
            })
        let customer = UserInfo.Key<Int>("customer")
        _ = try await client.send(.get("a", query: ["q": "a b", "r": ""]).userInfo(customer, 7))
        let question = try #require(asked.withLock { $0 })
        #expect(question.request.url == "http://api.test/v1/a?q=a%20b&r=")
        #expect(question.query.map(\.name) == ["q", "r"] && question.query.map(\.value) == ["a b", ""])
        #expect(question.request.headers["X-Team"] == "blue")
        #expect(question.request.headers["Authorization"] == "Bearer secret")
        #expect(question.mocked.url.path == "/v1/a" && question.request.method == .get)
        #expect(question.mocked.headers == question.request.headers && question.mocked.method == .get)
        #expect(question.userInfo[customer] == 7 && question.request.userInfo[customer] == 7)
    }

    @Test("the bytes of a body reach the code, from memory, from a file and from a stream")
    func bodies() async throws {
        try client.mocks.add(.post("a"), .computed { .text("\($0.body.count): \($0.text)") })
        try client.mocks.add(
            .post("json"), .computed { .json(try JSONValue(parsing: $0.body)["x"] ?? .null) })
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data("of a file".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try await text(.post("a")) == "0: ")
        #expect(try await text(.post("a", body: .text("in memory"))) == "9: in memory")
        #expect(try await text(.post("a", body: .file(path: file))) == "9: of a file")
        #expect(try await text(.post("json", body: .json(["x": [1, 2]]))) == "[1,2]")
        let chunks = AsyncStream<[UInt8]> { stream in
            for part in ["in ", "pieces"] { stream.yield(Array(part.utf8)) }
            stream.finish()
        }
        #expect(
            try await text(.post("a", body: .stream(BodyStream(once: chunks)))) == "9: in pieces")
        let made = Deferred { Array("made late".utf8) }
        #expect(try await text(.post("a", body: .deferred(made))) == "9: made late")
    }

    @Test("what is remembered goes from request to request, one after the other")
    func memory() async throws {
        try client.mocks.add(
            .get("a"),
            .computed(remembering: 0) { count, _ in
                count += 1
                return .text("\(count)")
            })
        #expect(try await (1...3).asyncMap { _ in try await text(.get("a")) } == ["1", "2", "3"])
        let more = try await withThrowingTaskGroup { group in
            for _ in 1...50 { group.addTask { try await text(.get("a")) } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(more.count == 50)
    }

    @Test("the code may send, and change the mocks, with the client that asks it")
    func reentrance() async throws {
        let client = client
        try client.mocks.add(.get("inner"), .text("inner"))
        try client.mocks.add(
            .get("outer"),
            .computed { _ in
                let inner = try await client.send(.get("inner"))
                try client.mocks.add(.get("added"), .text("added"))
                return .text("outer of \(inner.text)")
            })
        #expect(try await text(.get("outer")) == "outer of inner")
        #expect(try await text(.get("added")) == "added")
    }

    @Test("it has the phases and the record of an answer from the network")
    func record() async throws {
        let id = try client.mocks.add(
            .post("a"), .computed { _ in .json([1], status: 201, headers: ["X": "y"]) })
        let response = try await client.send(.post("a", body: .text("abc")))
        #expect(response.status == 201 && response.headers["X"] == "y")
        #expect(response.headers["Content-Length"] == "3")
        #expect(response.record.mock?.id == id)
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.phases.map(\.phase) == [.queue, .send, .wait, .receive, .process])
        #expect(exchange.bodySent == 3 && exchange.bodyReceived == 3 && exchange.ended != nil)
        #expect(response.timings != nil)
    }

    @Test("an error of the client that it throws is the exchange's, and tried again; any other fails it")
    func errors() async throws {
        try client.mocks.add(
            .get("a"),
            .computed(remembering: 0) { count, _ in
                count += 1
                if count < 3 { throw ClientError(.connectionLost, .wait, "gone") }
                return .text("at last")
            })
        let retry = RetryPolicy(
            maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        let response = try await client.send(.get("a").with { $0.retry = retry })
        #expect(response.text == "at last")
        #expect(
            response.record.attempts.map { $0.error?.label } == [
                "connectionLost/wait", "connectionLost/wait", nil,
            ])
        try client.mocks.add(.get("b"), .computed { .json(try JSONValue(parsing: $0.body)) })
        let error = await #expect(throws: ClientError.self) { try await client.send(.get("b")) }
        #expect(error?.label == "io/wait")
        #expect(error?.message.contains("GET b") == true)
    }

    @Test("a body file that is not there fails the exchange")
    func missingFile() async throws {
        try client.mocks.add(.get("a"), .computed { _ in Mock.Reply(body: .file(path: "/nowhere/at/all")) })
        let error = await #expect(throws: ClientError.self) { try await client.send(.get("a")) }
        #expect(error?.label == "io/queue")
    }

    @Test("cancelling ends the task at once and cancels the code; what it says later is not heard")
    func cancel() async throws {
        let (begun, cancelled, late) = (Promise<Void>(), Promise<Void>(), Promise<Mock.Reply>())
        try client.mocks.add(
            .get("a"),
            .computed { _ in
                begun.fulfil(())
                return await withTaskCancellationHandler {
                    await late.value
                } onCancel: {
                    cancelled.fulfil(())
                }
            })
        let task = client.start(.get("a"))
        try await begun.arrival()
        #expect(task.state == .running(.wait))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await cancelled.arrival()
        late.fulfil(.text("late"))
        _ = try await client.send(.get("unmocked"))
        #expect(task.state == .cancelled)
        #expect(task.record.lastExchange?.head == nil)
    }

    @Test("code is asked when the delay has passed, and may take as long as a first byte")
    func deadline() async throws {
        let time = ManualTime()
        let client = Client { $0.time = time }
        let (asked, late) = (Promise<Void>(), Promise<Mock.Reply>())
        let answer = Mock.Answer.computed { _ in
            asked.fulfil(())
            return await late.value
        }
        try client.mocks.add(.get("/a"), answer.after(.seconds(20)))
        let task = client.start(.get("http://api.test/a"))
        for await state in task.states where state == .running(.wait) { break }
        time.advance(by: .seconds(20))
        try await asked.arrival()
        time.advance(by: .seconds(10))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/wait")
        #expect(task.record.error?.elapsed == .seconds(30))
        late.fulfil(.text("late"))
    }

    @Test("it is equal to its copies alone, and to be asked by a request's own mock, too")
    func identity() async throws {
        let answer = Mock.Answer.computed { _ in .text("own") }
        #expect(answer == answer && answer != .computed { _ in .text("own") })
        #expect(Set([answer, answer, answer.after(.seconds(1))]).count == 2)
        #expect(answer.reply == nil)
        #expect(try await text(.get("anything").mocked(answer)) == "own")
    }
}
