import EngineJSON
import Foundation
import Testing

@testable import ClientEngine
@testable import ClientEngineWireMock
@testable import EngineMocks

@Suite("Near misses")
struct NearMissTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)
    private let store = MockStore()

    private func add(
        _ id: String, _ match: Mock.Match, _ change: (inout Mock) -> Void = { _ in }
    ) throws {
        var mock = Mock(id: id, name: id, match: match, answers: [.status(200)])
        change(&mock)
        try store.add(mock)
    }

    private func misses(
        _ target: String = "/thing", _ method: ClientEngine.HTTPMethod = .post, headers: Headers = [:],
        body: Body = .none,
        limit: Int = 3
    ) -> [NearMiss] {
        let request = MockedRequest(method: method, url: .at(target), headers: headers, body: body)
        return store.nearMisses(to: request, limit: limit, now: now)
    }

    @Test("come by their distance, at most three, the one asked first among equals")
    func order() throws {
        for path in ["/thin", "/other/place", "/thing/2", "/things"] {
            try add(path, .init(method: .post, address: .path(path)))
        }
        #expect(misses().map(\.mock.id) == ["/things", "/thin", "/thing/2"])
        #expect(misses(limit: 9).count == 4)
        #expect(misses(limit: 0).isEmpty)
        let distances = misses(limit: 9).map(\.distance)
        #expect(distances == distances.sorted() && distances.allSatisfy { (0...1).contains($0) && $0 > 0 })
    }

    @Test("weigh the address more than the method, and look at the rest where both agree")
    func weights() throws {
        try add("method", .init(method: .get, address: .path("/thing")))
        try add("address", .init(method: .post, address: .path("/0000000000")))
        var field = Mock.Match(method: .post, address: .path("/thing"))
        field.headers = [.init("X", "1")]
        try add("field", field)
        let found = misses()
        #expect(found.map(\.mock.id) == ["field", "method", "address"])
        // Three of 39 points in the first stage, and one of 39 plus the 6 of the second stage.
        #expect(abs(found[1].distance - 3.0 / 39) < 1e-9)
        #expect(abs(found[0].distance - 1.0 / 45) < 1e-9)
    }

    @Test("show the parts side by side and say what is in the way")
    func lines() throws {
        var match = Mock.Match(method: .put, address: .pathTemplate("/thing/{id}"))
        match.host = .contains("example")
        match.pathParameters = [.init("id", .matches("[0-9]+"))]
        match.headers = [
            .init("X-My-Header", .contains("correct")), .init("Accept", .matches("text/plain.*")),
        ]
        match.query = [.init("q", "1"), .init("r", values: .includes([.equalTo("2")]))]
        match.cookies = [.init("k", "v")]
        try add("m", match)
        let miss = try #require(
            misses("/thing/a?q=2", headers: ["X-My-Header": "wrong", "Accept": "text/plain"]).first)
        #expect(
            miss.lines == [
                .init(expected: "[contains] example", actual: "api.test", reason: "Host does not match"),
                .init(expected: "PUT", actual: "POST", reason: "HTTP method does not match"),
                .init(expected: "[path template] /thing/{id}", actual: "/thing/a?q=2"),
                .init(
                    expected: "X-My-Header [contains] correct", actual: "X-My-Header: wrong",
                    reason: "Header does not match"),
                .init(expected: "Accept [matches] text/plain.*", actual: "Accept: text/plain"),
                .init(
                    expected: "Path parameter: id [matches] [0-9]+", actual: "id=a",
                    reason: "Path parameter does not match"),
                .init(expected: "Query: q = 1", actual: "q=2", reason: "Query does not match"),
                .init(expected: "Query: r including [2]", actual: "", reason: "Query is not present"),
                .init(expected: "Cookie: k=v", actual: "", reason: "Cookie is not present"),
            ])
        #expect(miss.distance > 0)
    }

    @Test("show a body only where it differs, JSON laid out alike")
    func bodies() throws {
        var match = Mock.Match(address: .any)
        match.body = [.equalToJSON(.init(["a": 1])), .contains("a"), .matchesJSONPath("$.b", .equalTo("2"))]
        try add("m", match)
        let miss = try #require(misses(body: .text(#"{"a":2}"#)).first)
        #expect(
            miss.lines.dropFirst(2) == [
                .init(
                    expected: "[equalToJson]\n{\n  \"a\": 1\n}", actual: "{\n  \"a\": 2\n}",
                    reason: "Body does not match"),
                .init(
                    expected: "[matchesJsonPath]\n$.b 2", actual: "{\n  \"a\": 2\n}",
                    reason: "Body does not match"),
            ])
        #expect(misses().first?.lines.last?.reason == "Body is not present")
    }

    @Test("tell the state of the scenario, a switch that is off, and answers that are used up")
    func states() throws {
        try add("m", .init(address: .path("/thing"))) {
            $0.scenario = .init("thing states", required: "first", next: "second")
            $0.isEnabled = false
            $0.times = 0
        }
        #expect(
            misses().first?.lines.compactMap(\.reason) == [
                "Scenario does not match", "The mock is switched off",
                "The mock has given all of its answers",
            ])
        #expect(misses().first?.lines[2].actual == "[Scenario 'thing states' state: Started]")
        #expect(misses().first?.distance == 0)
    }

    @Test("include the mock that answers, with nothing in its way")
    func match() throws {
        try add("m", .init(address: .path("/thing")))
        #expect(misses().first?.distance == 0)
    }

    @Test("are drawn as a page of two columns")
    func page() throws {
        var match = Mock.Match(method: .post, address: .path("/thing"))
        match.body = [.equalToJSON(.init(["a": 1]))]
        try add("The post", match)
        let page = NearMissPage(misses: misses("/thin", body: .text("[]")), width: 79).text
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        #expect(page.contains("| Closest stub" + blanks(25) + "| Request" + blanks(30) + "|\n"))
        #expect(page.contains("POST" + blanks(35) + "| POST\n"))
        let differing = "[path] /thing" + blanks(26) + "| /thin" + blanks(27) + "<<<<< URL does not match\n"
        #expect(page.contains(differing))
        #expect(page.contains("  \"a\": 1" + blanks(31) + "|\n"))
        #expect(NearMissPage(misses: []).text.contains("none that comes close"))
    }

    @Test("say of a text that is too long for a page how much was left out")
    func longPage() throws {
        try add("a", .init(address: .path("/thing")))
        try add("b", .init(address: .path("/other")))
        let page = NearMissPage(misses: misses("/" + String(repeating: "x", count: 40_000))).text
        #expect(page.utf8.count < 20_000)
        #expect(page.contains("and 38001 more"))
    }

    @Test(
        "measure texts by the letters that differ",
        arguments: [
            ("", "", 0.0), ("abc", "abc", 0), ("abc", "abd", 1.0 / 3), ("abc", "", 1),
            ("kitten", "sitting", 3.0 / 7),
        ] as [(String, String, Double)])
    func texts(left: String, right: String, share: Double) {
        #expect(abs(TextDistance.share(left, right) - share) < 1e-9)
        #expect(TextDistance.share(left, right) == TextDistance.share(right, left))
    }

    @Test("take bounded time for long texts and large JSON", .timeLimit(.minutes(1)))
    func bounds() throws {
        let long = String(repeating: "a", count: 2_000_000)
        #expect(TextDistance.share(long, long + "b") > 0)
        let numbers = JSONValue.array((0..<100_000).map { .number(JSONNumber($0)) })
        let expectation = try JSONExpectation(.init(numbers, ignoresArrayOrder: true))
        #expect(
            JSONDifference.share(expectation, .array((0..<100_000).map { .number(JSONNumber(-$0)) })) > 0.4)
    }
}
