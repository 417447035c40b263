import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Requests that no mock answers", .timeLimit(.minutes(1)))
struct UnmatchedRequestTests {
    private let server: ScriptedServer
    private let other: ScriptedServer
    private let client: Client

    init() throws {
        server = try ScriptedServer(200)
        other = try ScriptedServer(200)
        client = Client(baseURL: server.url + "/v1/")
    }

    /// Returns which requests were rejected: one inside the base URL, one next to it, and one to another server.
    private func rejected(_ unmatched: MockStore.UnmatchedRequests) async throws -> [Bool] {
        client.mocks.unmatchedRequests = unmatched
        let urls = ["foo", "/foo", other.url + "/v1/foo"]
        return try await urls.asyncMap { try await client.send(.get($0)).isUnmatched }
    }

    @Test("are sent, or kept from the network inside of the base URL, outside of it, or everywhere")
    func scopes() async throws {
        #expect(try await rejected(.sent) == [false, false, false])
        #expect(try await rejected(.rejected(.environment)) == [true, false, false])
        #expect(try await rejected(.rejected(.external)) == [false, true, true])
        #expect(try await rejected(.rejected) == [true, true, true])
        #expect(server.server.requests.map(\.target) == ["/v1/foo", "/foo", "/foo", "/v1/foo"])
        #expect(other.server.requests.count == 2)
        client.mocks.isEnabled = false
        #expect(try await client.send(.get("foo")).isUnmatched == false)
    }

    @Test("get 501, or another status, with words, a mark, and nothing to keep", arguments: [501, 500])
    func answer(status: StatusCode) async throws {
        client.mocks.unmatchedRequests = .rejected(status: status)
        let response = try await client.send(.get("foo"))
        #expect(response.status == status)
        #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["Unmocked-Request"] == "intercepted")
        #expect(response.headers["Matched-Stub-Id"] == nil)
        #expect(response.text == "No mock answers GET \(server.url)/v1/foo.\n")
        #expect(response.record.mock == .unmatched && response.record.isMocked)
        #expect(response.record.lastExchange?.connection == nil)
        #expect(server.server.requests.isEmpty)
    }

    @Test("are not those that a mock answers, also by passing them on, nor those with a mock of their own")
    func mocked() async throws {
        client.mocks.unmatchedRequests = .rejected
        try client.mocks.add(.get("foo"), .status(204))
        try client.mocks.add(.get("through"), .passThrough)
        try client.mocks.add(.get("once"), .status(204), afterLast: .stepsAside)
        func answer(_ request: Request) async throws -> [Int] {
            let response = try await client.send(request)
            return [response.status.rawValue, response.isUnmatched ? 1 : 0]
        }
        #expect(try await answer(.get("foo")) == [204, 0])
        #expect(try await answer(.get("through")) == [200, 0])
        #expect(try await answer(.get("bar").mocked(.status(202))) == [202, 0])
        #expect(try await answer(.get("once")) == [204, 0])
        #expect(try await answer(.get("once")) == [501, 1])
        #expect(server.server.requests.map(\.target) == ["/v1/through"])
    }

    @Test("are all external without a base URL")
    func withoutBaseURL() async throws {
        let client = Client()
        client.mocks.unmatchedRequests = .rejected(.environment)
        #expect(try await client.send(.get(server.url)).isUnmatched == false)
        client.mocks.unmatchedRequests = .rejected(.external)
        #expect(try await client.send(.get(server.url)).isUnmatched)
    }

    @Test("a server cannot pass for a mock")
    func mark() async throws {
        let liar = try ScriptedServer { _ in
            .init(status: 501, headers: ["Unmocked-Request": "intercepted"])
        }
        #expect(try await client.send(.get(liar.url)).isUnmatched == false)
    }
}
