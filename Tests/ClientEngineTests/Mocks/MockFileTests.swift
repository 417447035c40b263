import ClientEngineWireMock
import Dispatch
import Foundation
import Glibc
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import EngineMocks

@Suite("Files that mocks read", .timeLimit(.minutes(1)))
struct MockFileTests {
    /// Blocks its callers until it is opened, on threads that may block.
    private final class Gate: Sendable {
        let isReached = Promise<Void>()
        private let opening = DispatchSemaphore(value: 0)

        func pass() {
            isReached.fulfil(())
            opening.wait(for: "the gate to be opened")
            opening.signal()
        }

        func open() {
            opening.signal()
        }
    }

    private let folder: TemporaryFolder
    private let gate = Gate()
    /// No server listens there, so a request that bypasses the mocks fails.
    private let client: Client

    init() throws {
        folder = try TemporaryFolder()
        client = Client(baseURL: "http://127.0.0.1:1") { [gate] in
            $0.random = {
                gate.pass()
                return 0.5
            }
        }
    }

    /// Answers `/slow` from a file, whose rendering the gate blocks, and `/quick` at once.
    private func addMocks() throws {
        try folder.write("{{randomInt lower=1 upper=9}} of a file", to: "body.txt")
        var reply = Mock.Reply(body: .file(path: folder.path("body.txt")))
        reply.templating = Mock.Templating()
        try client.mocks.add(.get("/slow"), Mock.Answer(.response(reply)))
        try client.mocks.add(.get("/quick"), .text("quick"))
    }

    @Test("a body that takes its time holds no other task of the client up")
    func held() async throws {
        try addMocks()
        let slow = client.start(.get("/slow"))
        try await gate.isReached.arrival()
        #expect(try await client.send(.get("/quick")).text == "quick")
        #expect(!slow.state.isFinished)
        #expect(slow.record.isMocked, "the exchange has begun")
        gate.open()
        #expect(try await slow.value.text == "5 of a file")
        #expect(client.mocks.all.map(\.hits).sorted() == [1, 1])
    }

    @Test("while a body is read, the store can be asked and changed, and other files are read")
    func storeGoesOn() async throws {
        try addMocks()
        try folder.write("of another file", to: "other.txt")
        let other = Mock.Reply(body: .file(path: folder.path("other.txt")))
        let id = try client.mocks.add(.get("/other"), Mock.Answer(.response(other)))
        let slow = client.start(.get("/slow"))
        try await gate.isReached.arrival()
        #expect(try await client.send(.get("/other")).text == "of another file")
        #expect(client.mocks.all.map(\.hits).sorted() == [0, 1, 1])
        client.mocks.remove(id: id)
        try client.mocks.add(.get("/other"), .text("from memory"))
        #expect(try await client.send(.get("/other")).text == "from memory")
        client.mocks.removeAll()
        #expect(!slow.state.isFinished)
        gate.open()
        #expect(try await slow.value.text == "5 of a file", "it was matched before")
    }

    @Test("a file whose name takes its time to be found holds nobody up, and its task can be cancelled")
    func slowFile() async throws {
        var reply = Mock.Reply()
        reply.templating = Mock.Templating()
        reply.templating?.bodyFile = Mock.NamedFile("x") { [gate] _ in
            gate.pass()
            return nil
        }
        try client.mocks.add(.get("/slow"), Mock.Answer(.response(reply)))
        try client.mocks.add(.get("/quick"), .text("quick"))
        let slow = client.start(.get("/slow"))
        try await gate.isReached.arrival()
        #expect(try await client.send(.get("/quick")).text == "quick")
        slow.cancel()
        #expect(await slow.result.isCancelled, "before the file was found")
        gate.open()
    }

    @Test("a task whose body is being read can be cancelled, and what is read later is not heard")
    func cancelled() async throws {
        try addMocks()
        let slow = client.start(.get("/slow"))
        try await gate.isReached.arrival()
        slow.cancel()
        #expect(await slow.result.isCancelled)
        gate.open()
        #expect(try await client.send(.get("/quick")).text == "quick")
        #expect(slow.record.lastExchange?.head == nil)
    }

    @Test("a body may take as long as a first byte to be read")
    func deadline() async throws {
        let time = ManualTime()
        let client = Client(baseURL: "http://127.0.0.1:1") { [gate] in
            $0.time = time
            $0.random = {
                gate.pass()
                return 0.5
            }
        }
        let reply = Mock.Reply.text("{{randomInt lower=1 upper=9}}").with {
            $0.templating = Mock.Templating()
        }
        try client.mocks.add(.any, Mock.Answer(.response(reply)))
        let task = client.start(.get("/slow"))
        try await gate.isReached.arrival()
        time.advance(by: .seconds(30))
        #expect((await task.result.error as? ClientError)?.label == "timeout/wait")
        gate.open()
    }

    @Test("a FIFO in the place of a file is refused, and waits for no writer")
    func fifo() async throws {
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        try client.mocks.add(.get("/a"), Mock.Answer(.response(Mock.Reply(body: .file(path: path)))))
        var match = Mock.Match.post("/b")
        match.body = [.contains("x")]
        try client.mocks.add(match, .text("matched"))
        try client.mocks.add(.get("/quick"), .text("quick"))
        let task = client.start(.get("/a"))
        #expect((await task.result.error as? ClientError)?.label == "io/queue")
        // It contains nothing that could match, and cannot be sent.
        let upload = client.start(.post("/b", body: .file(path: path)))
        #expect((await upload.result.error as? ClientError)?.label == "io/queue")
        #expect(try await client.send(.get("/quick")).text == "quick")
    }

    // MARK: - Uploads

    private func request(_ url: String = "/a", file: String) throws -> MockedRequest {
        let url = try RequestURL(parsing: "http://127.0.0.1:1" + url)
        return MockedRequest(method: .post, url: url, headers: [:], body: .file(path: file))
    }

    @Test("a store asks for the file only where that decides, and counts nothing before it was read")
    func asking() throws {
        try folder.write("wanted", to: "upload.txt")
        let store = MockStore()
        var match = Mock.Match.post("/a")
        match.body = [.contains("wanted")]
        var mock = Mock(id: "one", name: "one", match: match, answers: [.text("one")], times: 1)
        mock.scenario = Mock.Scenario("s", required: Mock.Scenario.start, next: "gone")
        try store.add(mock)
        try store.add(.post("/b"), .text("whatever is sent"))
        let asked = try request(file: folder.path("upload.txt"))
        for _ in 0..<2 {
            guard case .wantsFile = store.ask(asked, now: Date()) else {
                Issue.record("the file does not matter")
                return
            }
        }
        #expect(store.all.map(\.hits) == [0, 0])
        #expect(store.scenarios.map(\.state) == [Mock.Scenario.start])
        guard case .hit(let hit) = store.ask(asked.readingFile(), now: Date()) else {
            Issue.record("no answer")
            return
        }
        #expect(hit.reference.id == "one")
        #expect(store.scenarios.map(\.state) == ["gone"])
        #expect(store.answer(asked, now: Date()) == nil)
        // No matcher reads the file here, so it may have any content.
        #expect(store.answer(try request("/b", file: "/nowhere"), now: Date()) != nil)
    }

    @Test("of many uploads at a time, as many are answered as there are answers")
    func atomic() async throws {
        try folder.write("wanted", to: "upload.txt")
        var match = Mock.Match.post("/a")
        match.body = [.contains("wanted")]
        try client.mocks.add(.any, .text("late"))
        try client.mocks.add(match, .text("first"), times: 3)
        let upload = Request.post("/a", body: .file(path: folder.path("upload.txt")))
        let texts = try await withThrowingTaskGroup { [client] group in
            for _ in 0..<20 { group.addTask { try await client.send(upload).text } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(texts.count { $0 == "first" } == 3 && texts.count { $0 == "late" } == 17)
    }

    @Test("a template sees the content of an uploaded file")
    func template() async throws {
        try folder.write("the upload", to: "upload.txt")
        let reply = Mock.Reply.text("got {{request.body}}").with { $0.templating = Mock.Templating() }
        try client.mocks.add(.any, Mock.Answer(.response(reply)))
        let upload = Request.post("/a", body: .file(path: folder.path("upload.txt")))
        #expect(try await client.send(upload).text == "got the upload")
        #expect(try await client.send(upload.mocked(Mock.Answer(.response(reply)))).text == "got the upload")
    }
}

extension Mock.Reply {
    fileprivate func with(_ change: (inout Mock.Reply) -> Void) -> Mock.Reply {
        var copy = self
        change(&copy)
        return copy
    }
}
