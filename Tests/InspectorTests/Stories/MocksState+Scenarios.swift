import ClientEngine
import ClientEngineWireMock

@testable import InspectorScreen

extension MocksState.Row {
    /// The mocks of a to-do list, whose answers depend on earlier requests.
    static let scenario: [MocksState.Row] = {
        let parts: [(String, ClientEngine.HTTPMethod, Mock.Scenario, Int)] = [
            ("todo: empty", .get, .init("todo", required: "Started"), 3),
            ("todo: post", .post, .init("todo", required: "Started", next: "one item"), 0),
            ("todo: one", .get, .init("todo", required: "one item", next: "two items"), 0),
            ("todo: two", .get, .init("todo", required: "two items"), 0),
        ]
        return parts.map { name, method, part, hits in
            var mock = Mock(
                id: name, name: name, match: .init(method: method, address: .path("/todo")),
                answers: [.status(method == .post ? 201 : 200)])
            mock.scenario = part
            return MocksState.Row(mock: mock, hits: hits, lastHit: nil, isSpent: false)
        }
    }()
}

extension MockStore.ScenarioStatus {
    /// The scenarios of the to-do list in their initial state.
    static let samples: [MockStore.ScenarioStatus] = {
        let store = MockStore()
        for row in MocksState.Row.scenario { try? store.add(row.mock) }
        return store.scenarios
    }()
}

extension Story {
    /// A request that no mock answers, although mocks nearly match each of its parts.
    static let unmatched: Story = {
        var story = Story()
        var request = Request.post(
            "https://api.acme.test/orders?dry=1",
            body: .text(#"{"item":8,"count":1,"note":"please ring the bell twice"}"#))
        request.headers = ["Content-Type": "application/json"]
        story.quick(7, request, at: 0, took: 40, body: #"{"error":"no such item"}"#)
        return story
    }()
}

extension Story {
    /// A route that failed for a while.
    static let repeated: Story = {
        var story = Story()
        let request = Request.get("https://api.acme.test/orders/7")
        story.quick(1, request, at: 0, took: 40, body: #"{"id":7}"#)
        story.create(2, request, at: 100)
        story.begin(2, at: 100, request)
        story.answer(2, at: 130, 503, "Service Unavailable")
        story.quick(3, request, at: 200, took: 40, body: #"{"id":7}"#)
        return story
    }()
}

extension [NearMiss] {
    /// The near misses of the story with the same name.
    static var unmatched: [NearMiss] {
        let store = MockStore()
        var rows = MocksState.Row.samples
        rows[1].mock.match.body = [
            .equalToJSON(.init(["item": 7, "count": 1, "gift": true], ignoresExtraElements: true))
        ]
        rows[1].mock.match.headers = [.init("X-Tenant", "acme")]
        for row in rows + MocksState.Row.scenario { try? store.add(row.mock) }
        var tasks = Tasks()
        for event in Story.unmatched.events { _ = tasks.apply(event) }
        return tasks[7].flatMap { NearMissQuestion(.session(7), $0) }?.answer(from: store) ?? []
    }
}
