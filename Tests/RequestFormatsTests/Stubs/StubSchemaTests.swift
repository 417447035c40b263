import ClientEngine
import ClientEngineWireMock
import EngineJSON
import Foundation
import RequestFormats
import Testing

/// The members of a stub, a request and a response in WireMock's schema (draft 7).
private enum Schema {
    static let stub: Set = [
        "id", "uuid", "name", "request", "response", "persistent", "priority", "scenarioName",
        "requiredScenarioState", "newScenarioState", "postServeActions", "serveEventListeners", "metadata",
    ]
    static let request: Set = [
        "scheme", "host", "port", "method", "url", "urlPath", "urlPathPattern", "urlPattern",
        "urlPathTemplate",
        "pathParameters", "queryParameters", "formParameters", "headers", "clientIp", "basicAuthCredentials",
        "cookies", "bodyPatterns", "customMatcher", "multipartPatterns",
    ]
    static let response: Set = [
        "status", "statusMessage", "headers", "additionalProxyRequestHeaders", "removeProxyRequestHeaders",
        "body",
        "base64Body", "jsonBody", "bodyFileName", "fault", "fixedDelayMilliseconds", "delayDistribution",
        "chunkedDribbleDelay", "fromConfiguredStub", "proxyBaseUrl", "proxyUrlPrefixToRemove",
        "transformerParameters", "transformers",
    ]

    /// Returns the members of a stub that the schema does not contain or defines differently.
    static func offences(of stub: JSONValue) -> [String] {
        func unknown(_ value: JSONValue?, _ known: Set<String>) -> [String] {
            (value?.object?.members ?? []).map(\.name).filter { !known.contains($0) }
        }
        var offences =
            unknown(stub, Self.stub) + unknown(stub["request"], request) + unknown(stub["response"], response)
        if let id = stub["id"], UUID(uuidString: id.string ?? "") == nil { offences.append("id") }
        if let priority = stub["priority"], (priority.int ?? 0) < 1 { offences.append("priority") }
        if stub["response"]?["status"].map({ $0.int == nil }) ?? false { offences.append("status") }
        for pattern in stub["request"]?["bodyPatterns"]?.array ?? [] {
            if let operand = pattern["equalToJson"], operand.object == nil, operand.string == nil {
                offences.append("equalToJson")
            }
        }
        return offences
    }
}

@Suite("Stubs that are written")
struct StubSchemaTests {
    @Test("have the members of WireMock's schema and no others")
    func members() throws {
        var match = Mock.Match(method: .post, address: .pathTemplate("/a/{b}"))
        match.methods = .noneOf([.get])
        match.scheme = "http"
        match.host = .equalTo("h")
        match.port = 1
        match.clientIP = .absent
        match.pathParameters = [.init("b", "1")]
        match.query = [.init("q", values: .exactly([.absent]))]
        match.headers = [.init("h", .dateTime(.init(.after, "now")))]
        match.cookies = [.init("c", "1")]
        match.form = [.init("f", "1")]
        match.login = .init(user: "u", password: "p")
        match.body = [
            .equalToJSON(.init([1, 2])), .equalToJSON(.init("text")), .equalToJSON(.init(["a": 1])),
        ]
        var reply = Mock.Reply(status: 201, reason: "x", headers: ["A": "1"], body: .text("b"))
        reply.dribble = .init(chunks: 1, over: .seconds(1))
        reply.templating = .init(parameters: ["a": 1])
        var answers: [Mock.Answer] = [
            Mock.Answer(.response(reply), delay: .seconds(1)), .fault(.reset), .fault(.dns),
        ]
        answers[0].spread = .uniform(lower: 1, upper: 2)
        answers.append(
            Mock.Answer(.proxy(.init("http://h", removingPrefix: "/", adding: ["a": "b"], removing: ["c"]))))
        for (index, answer) in answers.enumerated() {
            var mock = Mock(id: "id \(index)", name: "n", match: match, answers: [answer], times: 1)
            mock.priority = 3
            mock.scenario = .init("s", required: "a", next: "b")
            mock.notes = ["persistent": true, "postServeActions": [], "metadata": ["x": 1]]
            #expect(Schema.offences(of: try #require(StubFile.json(of: mock))) == [])
        }
    }

    @Test(
        "hold to it for every collected stub",
        .enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
    func collected() throws {
        for bytes in try Corpus.files(in: "wiremock", named: [".json"]) {
            let read = StubFile.parse(bytes, path: "collected.json") { $0 }.mocks
            let once = StubFile.render(read)
            #expect(once.warnings == [])
            let root = try JSONValue(parsing: once.bytes)
            for stub in root["mappings"]?.array ?? [root] { #expect(Schema.offences(of: stub) == []) }
            #expect(
                StubFile.render(StubFile.parse(once.bytes, path: "collected.json") { $0 }.mocks).bytes
                    == once.bytes)
        }
    }
}
