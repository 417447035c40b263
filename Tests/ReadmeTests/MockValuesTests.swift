import ClientEngine
import ClientEngineWireMock
import Foundation
import Testing

/// Has the access of a user's package.
@Suite("Mocks as values")
struct MockValuesTests {
    /// Accepts texts of a length.
    private struct Length: ValueMatching {
        var count: Int

        func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool { value?.text.count == count }
    }

    /// Answers with the request's method.
    private struct Echo: MockRendering {
        func check(_ reply: Mock.Reply) throws(MockError) {
            if reply.status == 204 { throw MockError("there is no place for an echo.") }
        }

        func render(_ reply: inout Mock.Reply, for occasion: MockOccasion) -> [UInt8] {
            reply.headers.add("X-Path", occasion.request.target)
            return Array(occasion.request.method.rawValue.utf8)
        }
    }

    private let client = Client(baseURL: "http://pets.test/")

    @Test("a mock can be made, read, changed and compared")
    func values() throws {
        var match = Mock.Match.post("orders")
        match.headers = [Mock.Condition("X", .contains("1"))]
        var mock = Mock(id: "a", match: match, answers: [.status(201)], times: 2, priority: 1)
        try client.mocks.add(mock)
        let status = try #require(client.mocks.all.first)
        #expect(status == MockStore.Status(mock: mock))
        #expect(status.mock.name == "POST orders" && status.mock.match.headers.map(\.name) == ["X"])
        #expect(status.mock.answers.first?.reply?.status == 201)
        mock.isEnabled = false
        #expect(mock != status.mock)
        try client.mocks.add(mock)
        #expect(client.mocks.all.map(\.mock) == [mock])
    }

    @Test("a condition of another type decides, and is equal to one of the same value")
    func conditions() async throws {
        var match = Mock.Match.get("a")
        match.query = [Mock.Condition("q", .custom(Length(count: 3)))]
        try client.mocks.add(Mock(id: "a", match: match, answers: [.text("three")]))
        client.mocks.unmatchedRequests = .rejected
        #expect(try await client.send(.get("a?q=abc")).text == "three")
        #expect(try await client.send(.get("a?q=ab")).isUnmatched)
        #expect(ValueMatcher.custom(Length(count: 3)) == .custom(Length(count: 3)))
        #expect(ValueMatcher.custom(Length(count: 3)) != .custom(Length(count: 4)))
        #expect(StubFile.json(of: try #require(client.mocks.all.first).mock) == nil)
    }

    @Test("a reply can be rendered from the request, and one that never could be is refused")
    func rendering() async throws {
        var reply = Mock.Reply(status: 200)
        reply.rendering = Echo()
        try client.mocks.add(.on(nil, "echo"), .reply(reply))
        let response = try await client.send(.delete("echo?a=1"))
        #expect(response.text == "DELETE" && response.headers["X-Path"] == "/echo?a=1")
        reply.status = 204
        #expect(throws: MockError("there is no place for an echo.")) {
            try client.mocks.add(.get("b"), .reply(reply))
        }
    }

    @Test("stubs, templates and near misses come with ClientEngineWireMock")
    func stubs() async throws {
        let stub = """
            {"request": {"urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": "$.x"}]},
             "response": {"body": "{{request.method}}", "transformers": ["response-template"]}}
            """
        let reading = StubFile.parse(Array(stub.utf8), path: "a.json") { _ in nil }
        #expect(reading.rejected.isEmpty)
        for mock in reading.mocks { try client.mocks.add(mock) }
        #expect(try await client.send(.post("a", body: .text(#"{"x":1}"#))).text == "POST")
        #expect(client.mocks.all.first?.mock.match.body == [.matchesJSONPath("$.x")])
        let url = try RequestURL(parsing: "http://pets.test/b")
        let asked = MockedRequest(method: .get, url: url, headers: [:], body: .none)
        let miss = try #require(client.mocks.nearMisses(to: asked).first)
        #expect(miss.lines.contains { $0.reason == "URL does not match" })
    }
}
