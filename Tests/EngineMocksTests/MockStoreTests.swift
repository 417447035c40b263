import EngineHTTP
import Foundation
import InspectorTestSupport
import Testing

@testable import EngineMocks

@Suite("The store of mocks")
struct MockStoreTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func mock(
        _ id: String, _ address: Mock.Address = .path("/a"), answers: [Mock.Answer] = [.status(200)],
        _ change: (inout Mock) -> Void = { _ in }
    ) -> Mock {
        var mock = Mock(id: id, name: "mock \(id)", match: Mock.Match(address: address), answers: answers)
        change(&mock)
        return mock
    }

    private func winner(_ store: MockStore, _ target: String = "/a", method: HTTPMethod = .get) -> String? {
        store.answer(.to(.at(target), method), now: now)?.reference.id
    }

    @Test("asks mocks of one path that want a query or a body in their order")
    func narrowMocks() throws {
        let store = MockStore()
        try store.add(mock("plain"))
        try store.add(mock("query") { $0.match.query = [.init("a", "1")] })
        try store.add(mock("body") { $0.match.body = [.equalToJSON(.init(["a": 1]))] })
        #expect(winner(store, "/a?a=1") == "query")
        #expect(winner(store, "/a?a=2") == "plain")
        let request = MockedRequest(
            method: .post, url: .at("/a?a=1"), headers: [:], body: .text(#"{"a":1}"#))
        #expect(store.answer(request, now: now)?.reference.id == "body")
    }

    @Test("asks the smallest priority first, and the newest among equals")
    func order() throws {
        let store = MockStore()
        #expect(winner(store) == nil)
        try store.add(mock("old"))
        try store.add(mock("new"))
        #expect(winner(store) == "new")
        try store.add(mock("urgent", .any) { $0.priority = 1 })
        try store.add(mock("fallback", .any) { $0.priority = 9 })
        #expect(winner(store) == "urgent")
        store.setEnabled(false, id: "urgent")
        #expect(winner(store) == "new")
        #expect(winner(store, "/b") == "fallback")
        #expect(store.all.map(\.mock.id) == ["urgent", "new", "old", "fallback"])
    }

    @Test("weighs exact paths, patterns and mocks of one method alike")
    func kinds() throws {
        let store = MockStore()
        try store.add(mock("exact"))
        try store.add(mock("query", .pathAndQuery("/a?b")))
        try store.add(mock("pattern", .pathPattern("/.")))
        #expect(winner(store, "/a?b") == "pattern")
        try store.add(mock("get") { $0.match.method = .get })
        #expect(winner(store, "/a?b") == "get")
        #expect(winner(store, "/a?b", method: .post) == "pattern")
        store.remove(id: "pattern")
        #expect(winner(store, "/a?b", method: .post) == "query")
        #expect(winner(store, "/a", method: .post) == "exact")
    }

    @Test("goes through a sequence and stays at its last answer")
    func sequence() throws {
        let store = MockStore()
        try store.add(mock("a", answers: [.status(503), .status(429), .status(200)]))
        let answers = (1...5).map { _ in store.answer(.to(.at("/a"), .get), now: now)?.answer }
        #expect(answers == [.status(503), .status(429), .status(200), .status(200), .status(200)])
        store.reset()
        #expect(store.answer(.to(.at("/a"), .get), now: now)?.answer == .status(503))
    }

    @Test("lets a spent mock step aside for the next one, and then for the network")
    func times() throws {
        let store = MockStore()
        try store.add(mock("second") { $0.times = 1 })
        try store.add(mock("first") { $0.times = 2 })
        #expect((1...4).map { _ in winner(store) } == ["first", "first", "second", nil])
        #expect(store.all.map(\.isSpent) == [true, true])
        store.reset()
        #expect(store.all.map(\.isSpent) == [false, false])
        #expect(winner(store) == "first")
    }

    @Test("counts hits and remembers the last")
    func hits() throws {
        let store = MockStore()
        try store.add(mock("a"))
        #expect(store.all.first?.lastHit == nil)
        _ = winner(store)
        _ = store.answer(.to(.at("/a"), .get), now: now + 5)
        _ = winner(store, "/other")
        #expect(store.all.first?.hits == 2)
        #expect(store.all.first?.lastHit == now + 5)
        store.reset()
        #expect(store.all.first?.hits == 0)
        #expect(store.all.first?.lastHit == nil)
    }

    @Test("answers nothing while it is off, and goes on where it was")
    func off() throws {
        let store = MockStore()
        try store.add(mock("a", answers: [.status(1), .status(2)]))
        store.setEnabled(false, id: "a")
        store.setEnabled(true, id: "a")
        _ = winner(store)
        store.isEnabled = false
        #expect(winner(store) == nil)
        #expect(!store.isEnabled)
        store.isEnabled = true
        #expect(store.answer(.to(.at("/a"), .get), now: now)?.answer == .status(2))
    }

    @Test("replaces a mock of the same identifier in its place")
    func replacement() throws {
        let store = MockStore()
        try store.add(mock("a", answers: [.status(1), .status(2)]))
        try store.add(mock("b", .path("/b")))
        _ = winner(store)
        // Adding an equal mock, as after rereading a file, changes nothing.
        try store.add(mock("a", answers: [.status(1), .status(2)]))
        #expect(store.all.map(\.hits) == [0, 1])
        try store.add(mock("a", .path("/c")))
        #expect(store.all.map(\.mock.id) == ["b", "a"])
        #expect(store.all.map(\.hits) == [0, 0])
        #expect(winner(store) == nil)
        #expect(winner(store, "/c") == "a")
    }

    @Test("keeps what it has when a mock cannot be used")
    func rejection() throws {
        let store = MockStore()
        try store.add(mock("a"))
        #expect(throws: MockError.self) { try store.add(mock("a", .pathPattern("("))) }
        #expect(winner(store) == "a")
    }

    @Test("removes what is there and forgives what is not")
    func removal() throws {
        let store = MockStore()
        try store.add(mock("a"))
        store.remove(id: "a")
        store.remove(id: "a")
        store.setEnabled(true, id: "a")
        #expect(winner(store) == nil)
        #expect(store.all.isEmpty)
    }

    @Test("passes over a mock without answers")
    func empty() throws {
        let store = MockStore()
        try store.add(mock("fallback"))
        try store.add(mock("empty", answers: []))
        #expect(winner(store) == "fallback")
    }

    @Test("gives answers that are the same to any request in turn, with the delay that the store has then")
    func fixedAnswers() throws {
        let store = MockStore()
        let answers: [Mock.Answer] = [
            .status(200), .status(201), .status(202).after(.seconds(1)), .status(203),
        ]
        try store.add(mock("a", answers: answers) { $0.afterLast = .fails })
        func next() -> Mock.Answer? { store.answer(.to(.at("/a"), .get), now: now)?.answer }
        #expect(next() == answers[0])
        store.delay = .milliseconds(5)
        #expect(next() == answers[1].after(.milliseconds(5)))
        #expect(next() == answers[2])
        store.delay = .zero
        #expect(next() == answers[3])
        #expect(next()?.reply?.status == 500)
        try store.add(mock("a", answers: [.status(204)]))
        #expect(next() == .status(204))
        #expect(next() == .status(204))
    }

    @Test("takes a match and an answer, and names the mock itself")
    func convenience() throws {
        let store = try MockStore(base: BaseURL("http://api.test/v1/"))
        let id = try store.add(.get("users/:id"), .json(["id": 1]), times: 2)
        let other = try store.add(.post("/users"), .fault(.dns), .status(201))
        #expect(id != other)
        #expect(store.all.map(\.mock.name) == ["POST /users", "GET users/:id"])
        let hit = store.answer(.to(.at("/v1/users/7"), .get), now: now)
        #expect(hit?.reference == MockReference(id: id, name: "GET users/:id"))
        let body = Body.bytes(Array(#"{"id":1}"#.utf8))
        #expect(
            hit?.answer.kind
                == .response(Mock.Reply(headers: ["Content-Type": "application/json"], body: body)))
        #expect(winner(store, "/v1/users/7") == id)
        #expect(winner(store, "/v1/users/7") == nil)
    }

    @Test("never gives out an identifier that is taken")
    func identifiers() throws {
        let store = MockStore()
        try store.add(mock("mock-2"))
        try store.add(mock("mock-3"))
        let ids = try (1...5).map { _ in try store.add(.get("/x"), .status(204)) }
        #expect(Set(ids).count == 5)
        #expect(store.all.count == 7)
    }

    @Test("finds one exact path among 10,000 without asking the others")
    func manyMocks() throws {
        func time(_ count: Int) throws -> Duration {
            let store = MockStore()
            for index in 0..<count { try store.add(mock("\(index)", .path("/item/\(index)"))) }
            return (1...5).map { _ in
                processorTime {
                    for _ in 1...200 { #expect(winner(store, "/item/3") == "3") }
                }
            }.min() ?? .zero
        }
        // A linear search would take a thousand times as long.
        #expect(try time(10_000) < time(10) * 20)
    }

    @Test("finds by its index what asking one by one would find", arguments: 0..<40 as Range<UInt64>)
    func index(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let addresses: [Mock.Address] = [
            .any, .path("/a"), .path("/b"), .pathAndQuery("/a?x"), .pathPattern("/[ab]"),
            .pathTemplate("/:any"),
        ]
        let methods: [EngineHTTP.HTTPMethod?] = [nil, .get, .post]
        let store = MockStore()
        for _ in 1...150 {
            let id = String(Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0...9, using: &random) {
            case 0: store.remove(id: id)
            case 1: store.setEnabled(Bool.random(using: &random), id: id)
            case 2...4:
                var mock = mock(id, addresses.randomElement(using: &random) ?? .any)
                mock.match.method = methods.randomElement(using: &random) ?? nil
                mock.priority = Int.random(in: 4...6, using: &random)
                mock.times = Bool.random(using: &random) ? nil : Int.random(in: 0...3, using: &random)
                try store.add(mock)
            default:
                let target = ["/a", "/b", "/a?x", "/c/d"].randomElement(using: &random) ?? "/a"
                let method: EngineHTTP.HTTPMethod = Bool.random(using: &random) ? .get : .post
                let expected = store.all.first { status in
                    status.mock.isEnabled && !status.isSpent
                        && status.mock.match.matches(method: method, url: .at(target))
                }
                #expect(winner(store, target, method: method) == expected?.mock.id)
            }
        }
    }

    @Test("counts every answer once, from many threads")
    func race() async throws {
        let store = MockStore()
        try store.add(mock("limited") { $0.times = 300 })
        try store.add(mock("rest", .any) { $0.priority = 9 })
        await withTaskGroup { group in
            for _ in 1...500 {
                group.addTask { _ = winner(store) }
            }
        }
        #expect(store.all.map(\.hits) == [300, 200])
    }
}
