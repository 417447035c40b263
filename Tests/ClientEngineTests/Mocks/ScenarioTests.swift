import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import EngineMocks

@Suite("Scenarios", .timeLimit(.minutes(1)))
struct ScenarioTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func mock(
        _ id: String, _ part: Mock.Scenario?, _ match: Mock.Match = .get("/todo"),
        _ answer: Mock.Answer = .status(200)
    ) -> Mock {
        var mock = Mock(id: id, name: id, match: match, answers: [answer])
        mock.scenario = part
        return mock
    }

    /// The usual to-do list: empty at first, with one item after a POST.
    private func todo() throws -> MockStore {
        let store = MockStore()
        try store.add(mock("empty", .init("todo", required: "Started")))
        try store.add(mock("post", .init("todo", required: "Started", next: "one"), .post("/todo")))
        try store.add(mock("one", .init("todo", required: "one")))
        return store
    }

    private func winner(_ store: MockStore, _ method: ClientEngine.HTTPMethod = .get) -> String? {
        store.answer(.to(.at("/todo"), method), now: now)?.reference.id
    }

    @Test("go from state to state with what answers")
    func course() throws {
        let store = try todo()
        #expect(winner(store) == "empty")
        #expect(winner(store, .post) == "post")
        #expect(winner(store, .post) == nil)
        #expect(winner(store) == "one")
        #expect(
            store.scenarios == [
                .init(name: "todo", state: "one", states: ["Started", "one"], mockCount: 3)
            ])
    }

    @Test("can be set, to states that some mock names, and set back")
    func setting() throws {
        let store = try todo()
        try store.setScenario("todo", to: "one")
        #expect(winner(store) == "one")
        let error = #expect(throws: MockError.self) { try store.setScenario("todo", to: "odd") }
        #expect(error?.message == "The scenario “todo” has no state “odd”; it has “Started”, “one”.")
        #expect(throws: MockError.self) { try store.setScenario("other", to: "Started") }
        store.resetScenarios()
        #expect(winner(store) == "empty")
        try store.setScenario("todo", to: "one")
        store.reset()
        #expect(winner(store) == "empty")
    }

    @Test("a mock is asked earlier or later without losing its hits")
    func priority() throws {
        let store = MockStore()
        try store.add(mock("old", nil))
        try store.add(mock("new", nil))
        #expect(winner(store) == "new")
        store.setPriority(4, id: "old")
        #expect(winner(store) == "old")
        store.setPriority(6, id: "old")
        store.setPriority(1, id: "nobody")
        #expect(winner(store) == "new")
        #expect(store.all.map(\.hits) == [2, 1])
    }

    @Test("vanish with their last mock, and live on while one is replaced")
    func vanishing() throws {
        let store = try todo()
        try store.setScenario("todo", to: "one")
        store.remove(id: "empty")
        store.remove(id: "post")
        try store.add(mock("one", .init("todo", required: "one"), .get("/todo"), .status(201)))
        #expect(winner(store) == "one")
        store.remove(id: "one")
        #expect(store.scenarios.isEmpty)
        try store.add(mock("one", .init("todo", required: "one")))
        #expect(winner(store) == nil)
        store.removeAll()
        #expect(store.scenarios.isEmpty)
    }

    @Test("let a mock without a required state answer in every state, and set one from it")
    func anyState() throws {
        let store = MockStore()
        try store.add(mock("second", .init("s", required: "next")))
        var first = mock("first", .init("s", next: "next"))
        first.priority = 9
        try store.add(first)
        #expect(winner(store) == "first")
        #expect(winner(store) == "second")
    }

    @Test("go on when a failure was played, and before its delay is over")
    func faults() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1") {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        try client.mocks.add(
            mock(
                "down", .init("s", required: "Started", next: "up"), .get("/"),
                .fault(.reset).after(.milliseconds(1))))
        try client.mocks.add(mock("up", .init("s", required: "up"), .get("/")))
        let response = try await client.send(.get("/"))
        #expect(response.record.mock?.id == "up")
        #expect(response.record.attempts.count == 2)
        // This mock never answers. The next request uses the new state nevertheless.
        client.mocks.resetScenarios()
        try client.mocks.add(
            mock("down", .init("s", required: "Started", next: "up"), .get("/"), .fault(.never)))
        let task = client.start(.get("/"))
        for await state in task.states where state == .running(.wait) { break }
        #expect(try await client.send(.get("/")).record.mock?.id == "up")
        task.cancel()
    }

    @Test("two answers of 503 before the network, or a mock, with three attempts: succeeded at 3 of 3")
    func retries() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1") {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        var rest = mock("rest", nil)
        rest.priority = 6
        try client.mocks.add(rest)
        try client.mocks.add(.get("/todo"), .status(503), times: 2)
        let response = try await client.send(.get("/todo"))
        #expect(response.status == 200)
        #expect(response.record.state == .succeeded)
        #expect(response.record.attempts.count == 3)
        #expect(response.record.mock?.id == "rest")
    }
}
