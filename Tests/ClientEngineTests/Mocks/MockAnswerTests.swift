import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Answers of mocks", .timeLimit(.minutes(1)))
struct MockAnswerTests {
    private let client = Client(baseURL: "http://api.test/v1/")

    init() {
        client.mocks.unmatchedRequests = .rejected
    }

    private func text(_ url: String, _ method: ClientEngine.HTTPMethod = .get) async throws -> String? {
        let response = try await client.send(Request(method: method, url: url))
        return response.isUnmatched ? nil : response.text
    }

    @Test("a mock answers its URL, and the server all others")
    func basic() async throws {
        let server = try ScriptedServer { _ in .init(body: "of the server") }
        let client = Client(baseURL: server.url)
        try client.mocks.add(.get("foo"), .text("mocked: é"))
        let mocked = try await client.send(.get("foo"))
        #expect(mocked.status == 200 && mocked.text == "mocked: é")
        #expect(mocked.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(!mocked.isUnmatched && mocked.record.isMocked)
        let real = try await client.send(.get("bar"))
        #expect(real.text == "of the server" && !real.isUnmatched && !real.record.isMocked)
        #expect(server.server.requests.map(\.target) == ["/bar"])
    }

    @Test("a mock of a whole URL answers it, and the scheme must be right")
    func wholeURL() async throws {
        try client.mocks.add(.get("https://other.test/foo?a=1"), .text("there"))
        #expect(try await text("https://other.test/foo?b=2&a=1") == "there")
        #expect(try await text("http://other.test/foo?a=1") == nil)
        #expect(try await text("foo?a=1") == nil)
    }

    @Test("a status comes as it was given, with its reason and no body", arguments: [404, 204, 301, 599])
    func status(status: StatusCode) async throws {
        try client.mocks.add(.get("foo"), .status(status))
        let response = try await client.send(.get("foo"))
        #expect(response.status == status && response.body.isEmpty)
        #expect(response.head.reason == status.reason)
        #expect(response.head.httpVersion == "HTTP/1.1")
    }

    @Test("JSON comes with its type and its length, and can be decoded")
    func json() async throws {
        try client.mocks.add(.get("foo"), .json(["ok": true, "n": [1, 2]], status: 201))
        let response = try await client.send(.get("foo"))
        #expect(response.status == 201)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Content-Length"] == "\(response.body.count)")
        #expect(try response.json() == ["ok": true, "n": [1, 2]])
        #expect(try await client.send(Request.get("foo").parsingJSON())["ok"] == true)
    }

    @Test("fields of one's own come along, and replace type and length whatever their case")
    func headers() async throws {
        try client.mocks.add(
            .get("foo"),
            .text("x", headers: ["content-type": "text/html", "X-Foo": "bar", "content-length": "1"]))
        let response = try await client.send(.get("foo"))
        #expect(response.headers.values(of: "Content-Type") == ["text/html"])
        #expect(response.headers.values(of: "Content-Length") == ["1"])
        #expect(response.headers["x-foo"] == "bar")
        let json = Mock.Answer.json([], headers: ["Content-Type": "application/problem+json"])
        #expect(json.reply?.headers["Content-Type"] == "application/problem+json")
    }

    @Test("several mocks answer one URL each, and of two for the same URL the last does")
    func several() async throws {
        try client.mocks.add(.get("a"), .text("first a"))
        try client.mocks.add(.get("b"), .text("b"))
        try client.mocks.add(.get("a"), .text("last a"))
        #expect(try await text("a") == "last a")
        #expect(try await text("b") == "b")
    }

    @Test("a removed mock answers no more; removing it again, or what never was, does nothing")
    func removal() async throws {
        let first = try client.mocks.add(.get("a"), .text("first"))
        let last = try client.mocks.add(.get("a"), .text("last"))
        client.mocks.remove(id: last)
        #expect(try await text("a") == "first")
        client.mocks.remove(id: last)
        client.mocks.remove(id: "never was")
        #expect(try await text("a") == "first")
        client.mocks.remove(id: first)
        #expect(try await text("a") == nil)
    }

    @Test("removing all leaves what was set, clearing leaves nothing")
    func removeAll() async throws {
        try client.mocks.add(.get("a"), .text("a"))
        try client.mocks.add(Mock(id: "x", name: "x", match: Mock.Match(address: .path("/x")), answers: []))
        client.mocks.delay = .milliseconds(1)
        client.mocks.removeAll()
        #expect(client.mocks.all.isEmpty && client.mocks.delay == .milliseconds(1))
        #expect(try await text("a") == nil)
        try client.mocks.add(.get("a"), .text("again"))
        #expect(try await text("a") == "again")
        client.mocks.isEnabled = false
        client.mocks.clear()
        #expect(client.mocks.all.isEmpty && client.mocks.isEnabled && client.mocks.delay == .zero)
        #expect(client.mocks.unmatchedRequests == .sent)
        try client.mocks.add(.get("a"), .text("relative to the same base URL"))
        #expect(try await text("a") == "relative to the same base URL")
    }

    @Test("the method is compared without its case; no method is any")
    func methods() async throws {
        try client.mocks.add(.on(nil, "a"), .text("any"))
        try client.mocks.add(.on("post", "a"), .text("post"))
        try client.mocks.add(.delete("a"), .text("delete"))
        let found = try await [.get, .post, "Post", .delete, .put, "BREW"].asyncMap {
            try await text("a", $0)
        }
        #expect(found == ["any", "post", "post", "delete", "any", "any"])
    }

    @Test(
        "answers come in order, and then",
        arguments: [
            (Mock.AfterLast.repeats, [200, 204, 201, 201, 201]), (.fails, [200, 204, 201, 500, 500]),
            (.stepsAside, [200, 204, 201, 501, 501]),
        ])
    func sequence(afterLast: Mock.AfterLast, statuses: [StatusCode]) async throws {
        try client.mocks.add(
            .get("a"), .status(200), .status(204), .json([1], status: 201), afterLast: afterLast)
        let responses = try await (1...5).asyncMap { _ in try await client.send(.get("a")) }
        #expect(responses.map(\.status) == statuses)
        #expect(responses.map(\.isUnmatched) == statuses.map { $0 == 501 })
        #expect(client.mocks.all.map(\.isSpent) == [afterLast == .stepsAside])
        if afterLast == .fails {
            #expect(responses[4].text == "The mock has given all of its answers.\n")
            #expect(responses[4].headers["Content-Type"] == "text/plain; charset=utf-8")
        }
        client.mocks.reset()
        #expect(try await client.send(.get("a")).status == 200)
    }

    @Test("without any answer a mock steps aside, unless it is to fail")
    func noAnswers() async throws {
        try client.mocks.add(.get("a"))
        #expect(try await text("a") == nil)
        try client.mocks.add(.get("a"), afterLast: .fails)
        #expect(try await client.send(.get("a")).status == 500)
        #expect(try await client.send(.get("a")).status == 500)
    }

    @Test("a redirect is followed as on the network, or comes as it is where redirects are not followed")
    func redirect() async throws {
        try client.mocks.add(.get("a"), .status(302, headers: ["Location": "b"]))
        try client.mocks.add(.get("b"), .text("there"))
        #expect(try await text("a") == "there")
        let response = try await client.send(Request.get("a").with { $0.followsRedirects = false })
        #expect(response.status == 302 && response.headers["Location"] == "b")
        #expect(response.record.attempts.map(\.exchanges.count) == [1])
    }
}

extension Sequence {
    /// Returns the elements, transformed in order.
    func asyncMap<Other>(_ transform: (Element) async throws -> Other) async rethrows -> [Other] {
        var others: [Other] = []
        for element in self { others.append(try await transform(element)) }
        return others
    }
}
