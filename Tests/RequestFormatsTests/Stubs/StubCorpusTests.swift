import ClientEngine
import ClientEngineWireMock
import EngineJSON
import Foundation
import InspectorGateway
import RequestFormats
import Testing

@testable import EngineMocks

/// Stubs that people wrote for WireMock servers, with requests that match them.
@Suite(
    "Collected stubs", .enabled(if: Corpus.folder != nil, "the folder of collected files is not here"),
    .timeLimit(.minutes(1)))
struct StubCorpusTests {
    /// The unsupported features that the collected stubs use.
    private static let refusals = [
        "“matchesXPath” is not supported.", "“path” is not supported.",
    ]

    static func files() throws -> [(mocks: [Mock], rejected: [StubProblem])] {
        let body = FileManager.default.temporaryDirectory.appending(path: "stub-corpus-body.txt").path
        // Written atomically, because another test may be reading the file.
        try Data("from a file".utf8).write(to: URL(filePath: body), options: .atomic)
        return try Corpus.files(in: "wiremock", named: [".json"])
            .map { file in
                let parsed = StubFile.parse(file, path: "collected.json") { _ in body }
                return (parsed.mocks, parsed.rejected)
            }
    }

    @Test("load, or are refused by the name of what is not supported")
    func loading() throws {
        let files = try Self.files()
        #expect(files.count >= 44)
        let messages = files.flatMap { $0.rejected.map(\.message) }
        for message in messages { #expect(Self.refusals.contains { message.hasSuffix($0) }, "\(message)") }
        #expect(files.flatMap(\.mocks).count > 30)
        #expect(files.allSatisfy { !$0.mocks.isEmpty || !$0.rejected.isEmpty })
    }

    @Test("answer what their files say, over the engine")
    func answering() async throws {
        for mock in try Self.files().flatMap(\.mocks) {
            let client = try Self.client(with: mock)
            let request = try #require(Self.request(for: mock), "\(mock.name)")
            // No server listens there, so only a mock can answer.
            try Self.check(try await client.send(request), from: mock)
        }
    }

    @Test("answer the same over the mock server")
    func serving() async throws {
        let program = Client { $0.followsRedirects = false }
        for mock in try Self.files().flatMap(\.mocks) {
            let served = try Served(mock)
            defer { served.server.stop() }
            try Self.check(try await program.send(served.request), from: served.mock)
        }
    }

    /// A collected stub on a separate server.
    struct Served {
        let mock: Mock
        let server: Gateway
        /// A request that the stub answers.
        let request: Request

        init(_ collected: Mock) throws {
            var mock = collected
            // The length belongs to a file that was not collected.
            for index in mock.answers.indices { mock.answers[index].reply?.headers.remove("Content-Length") }
            self.mock = mock
            server = try Gateway(
                Gateway.Settings(), client: try StubCorpusTests.client(with: mock))
            var request = try #require(StubCorpusTests.request(for: mock), "\(mock.name)")
            request.url = request.url.replacing("http://api.test", with: server.url)
            self.request = request
        }
    }

    private static func client(with mock: Mock) throws -> Client {
        let client = Client(baseURL: "http://127.0.0.1:1")
        try client.mocks.add(mock)
        if let part = mock.scenario, let state = part.required, state != Mock.Scenario.start {
            try client.mocks.setScenario(part.name, to: state)
        }
        return client
    }

    private static func check(_ response: Response, from mock: Mock) throws {
        try check(response.status, response.headers, response.body, from: mock)
    }

    /// Compares a received response with the stub.
    static func check(_ status: StatusCode, _ headers: Headers, _ body: [UInt8], from mock: Mock) throws {
        let reply = try #require(mock.answers.first?.reply)
        #expect(status == reply.status, "\(mock.name)")
        #expect(headers["Matched-Stub-Name"] == mock.name)
        for field in reply.headers {
            #expect(headers.values(of: field.name).contains(field.value), "\(mock.name)")
        }
        #expect(body == reply.body.bytes ?? Array("from a file".utf8), "\(mock.name)")
    }

    /// Returns a request that the mock answers.
    private static func request(for mock: Mock) -> Request? {
        let path: String
        switch mock.match.address {
        case .any: path = "/"
        case .pathAndQuery(let text), .path(let text), .pathPattern(let text), .pathAndQueryPattern(let text):
            path = text
        case .pathTemplate, .url: return nil
        }
        let query = mock.match.query.compactMap { condition -> String? in
            guard case .any(.equalTo(let value, _)) = condition.values else { return nil }
            return "\(condition.name)=\(value)"
        }
        let url = "http://api.test" + (path.hasPrefix("/") ? path : "/" + path)
        var request = Request(
            method: mock.match.method ?? .get,
            url: query.isEmpty ? url : url + "?" + query.joined(separator: "&"))
        for condition in mock.match.headers { request.headers.add(condition.name, value(for: condition)) }
        let bodies: [Body] = [.none] + self.bodies.map { Body.text($0) }
        return bodies.lazy.map { body in request.with { $0.body = body } }.first { request in
            guard let url = try? RequestURL(parsing: request.url) else { return false }
            return mock.match.matches(
                method: request.method, url: url, headers: request.headers, body: request.body)
        }
    }

    private static let bodies = [
        #"{"clientId":"1234567890","loanAmount":99999}"#, #"{"age":"22"}"#, #"{"age":"17"}"#,
        #"{"things":[{"name":"RequiredThing"}]}"#, "Cancel newspaper subscription",
    ]

    private static func value(for condition: Mock.Condition) -> String {
        switch condition.values {
        case .any(.equalTo(let text, _)), .any(.contains(let text)): text
        default: "application/vnd.fraud.v1+json"
        }
    }
}

extension Mock.Match {
    /// Returns whether a mock with this match would answer a request.
    ///
    /// An invalid match answers none.
    fileprivate func matches(
        method: HTTPMethod, url: RequestURL, headers: Headers = [:], body: Body = .none
    ) -> Bool {
        guard let matcher = try? MockMatcher(self) else { return false }
        return matcher.matches(method: method, url: url, headers: headers, body: body)
    }
}
