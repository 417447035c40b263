import ClientEngine
import ClientEngineWireMock
import EngineJSON
import Foundation
import RequestFormats
import Testing

/// The same stubs in a real WireMock server, if `scripts/servers` has started one, and in this client.
@Suite(
    "Stubs in a real WireMock, and here", .serialized,
    .enabled(if: WireMockTemplates.server != nil, "scripts/servers names no WireMock"),
    .timeLimit(.minutes(2)))
struct WireMockStubProgramTests {
    private static let body = #"""
        {"a": 1, "s": "  Ada L ", "t": "a-b-c", "e": [], "num": [3, 1, 2], "str": ["p", "q"],
         "o": {"k": "v", "k2": 2}, "deep": [["a", "b"], ["c"]],
         "items": [{"n": "x", "v": 1}, {"n": "y", "v": 2.5}, {"n": "z", "v": 3}],
         "L": [{"i": 1, "t": 1, "arr": ["x"]}, {"i": 2, "t": "1", "arr": ["1", "x"]},
               {"i": 3, "t": "x", "arr": [], "o": {"a": 1, "b": 2}}, {"i": 4, "t": "1.0"},
               {"i": 5, "t": true}, {"i": 6, "t": "true"}, {"i": 7, "t": null}, {"i": 8, "t": "Y"}, {"i": 9}],
         "pool": ["x", 1]}
        """#

    private struct Answer: Equatable {
        var status: StatusCode
        var type: String?
        var body: String
    }

    /// Adds stubs to both servers, and compares their responses.
    private func compare(
        _ stubs: [JSONValue], asking requests: [(stub: Int, request: Request)]
    ) async throws {
        let server = try #require(WireMockTemplates.server)
        let (real, own) = (Client(), Client())
        let all: JSONValue = ["mappings": .array(stubs)]
        _ = try await real.send(Request(method: .delete, url: server + "/__admin/mappings"))
        let addition = Request(
            method: .post, url: server + "/__admin/mappings/import", body: .bytes(all.serializedBytes()))
        let added = try await real.send(addition)
        try #require(added.status == 200, "\(added.text)")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("7.txt").path
        try Data("user 7, asked for with {{request.method}}\n".utf8).write(to: URL(fileURLWithPath: file))
        let parsed = StubFile.parse(all.serializedBytes(), path: "stubs.json") { name in
            name == "users/7.txt" ? file : nil
        }
        #expect(parsed.rejected.isEmpty, "\(parsed.rejected.map(\.message))")
        for mock in parsed.mocks { try own.mocks.add(mock) }
        own.mocks.unmatchedRequests = .rejected(status: 404)
        for (stub, request) in requests {
            var request = request
            request.url = server + request.url
            let theirs = Self.answer(try await real.send(request))
            let ours = Self.answer(try await own.send(request))
            #expect(ours == theirs, "\(stubs[stub].serialized())")
        }
    }

    private static func answer(_ response: Response) -> Answer {
        let isFound = response.status == 200
        return Answer(
            status: response.status, type: isFound ? response.headers["Content-Type"] : nil,
            body: isFound ? response.text : "")
    }

    private static func question(_ path: String, _ body: String? = Self.body) -> Request {
        var request = Request(method: .post, url: path)
        request.headers["X-A"] = "one"
        if let body {
            request.headers["Content-Type"] = "application/json"
            request.body = .bytes(Array(body.utf8))
        }
        return request
    }

    @Test("Templates come to the same text")
    func templates() async throws {
        let stubs = WireMockTemplates.all.enumerated().map { index, template -> JSONValue in
            [
                "request": ["urlPath": .string("/t/\(index)")],
                "response": [
                    "body": .string(template), "headers": ["Content-Type": "text/plain"],
                    "transformers": ["response-template"],
                    "transformerParameters": ["list": [1, "b"], "text": "hello"],
                ],
            ]
        }
        try await compare(
            stubs, asking: stubs.indices.map { ($0, Self.question("/t/\($0)?x=1&x=2&y=z")) })
    }

    @Test("JSONPaths find the same")
    func paths() async throws {
        let stubs = WireMockTemplates.paths.enumerated().map { index, path -> JSONValue in
            let quoted = path.contains("'") ? "\"\(path)\"" : "'\(path)'"
            return [
                "request": ["urlPath": .string("/p/\(index)")],
                "response": [
                    "body": .string("{{{jsonPath request.body \(quoted)}}}"),
                    "transformers": ["response-template"],
                ],
            ]
        }
        try await compare(stubs, asking: stubs.indices.map { ($0, Self.question("/p/\($0)")) })
    }

    @Test("A file may be named by a template")
    func files() async throws {
        let stub: JSONValue = [
            "request": ["urlPathPattern": "/users/.*"],
            "response": [
                "bodyFileName": "users/{{request.pathSegments.[1]}}.txt",
                "transformers": ["response-template"],
            ],
        ]
        var plain = stub
        if case .object(var object) = plain, var response = object["response"]?.object {
            response["transformerParameters"] = ["disableBodyFileTemplating": true]
            object["response"] = .object(response)
            object["request"] = ["urlPathPattern": "/plain/.*"]
            plain = .object(object)
        }
        try await compare(
            [stub, plain], asking: [(0, Self.question("/users/7")), (1, Self.question("/plain/7"))])
    }

    @Test("Values that are not there, and JSONPaths, decide alike what matches")
    func matching() async throws {
        var stubs: [JSONValue] = []
        var requests: [(Int, Request)] = []
        for (index, condition) in WireMockTemplates.conditions.enumerated() {
            var request = try #require(try JSONValue(parsing: condition).object)
            request["urlPath"] = .string("/m/\(index)")
            stubs.append(["request": .object(request), "response": ["body": "found"]])
            var get = Request(url: "/m/\(index)")
            requests.append((index, get))
            get.headers["X-A"] = "12"
            requests.append((index, get))
            get.headers["X-A"] = "ab"
            get.headers["Cookie"] = "c=a"
            requests.append((index, get))
            for path in ["/m/\(index)?q=a", "/m/\(index)?q=b&q=a"] {
                requests.append((index, Self.question(path, #"{"a": "x", "t": 1, "l": [1, 2]}"#)))
                requests.append((index, Self.question(path, #"{"b": 1, "t": "1", "l": []}"#)))
                requests.append((index, Self.question(path, #"{"n": null, "o": {}, "m": [{"n": null}]}"#)))
            }
        }
        try await compare(stubs, asking: requests)
    }

    @Test("Cookies in quotation marks decide alike what matches")
    func cookies() async throws {
        let values = ["abc", #"a"bc"#, #"a"bc""#, #""abc"#, #""abc""#, ""]
        let stubs = values.enumerated().map { index, value -> JSONValue in
            ["request": ["urlPath": .string("/c/\(index)"), "cookies": ["c": ["equalTo": .string(value)]]]]
        }
        let requests = WireMockTemplates.cookies.flatMap { line in
            stubs.indices.map { index in
                var request = Request(url: "/c/\(index)")
                request.headers["Cookie"] = line
                return (index, request)
            }
        }
        try await compare(stubs, asking: requests)
    }
}
