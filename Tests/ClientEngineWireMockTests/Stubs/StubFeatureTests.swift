import ClientEngine
import ClientEngineWireMock
import EngineJSON
import Testing

@Suite("Stub mappings in full")
struct StubFeatureTests {
    private func parse(_ text: String) -> (mocks: [Mock], rejected: [StubProblem]) {
        let parsed = StubFile.parse(Array(text.utf8), path: "stub.json") { $0 }
        return (parsed.mocks, parsed.rejected)
    }

    private func mock(_ text: String) throws -> Mock {
        let parsed = parse(text)
        #expect(parsed.rejected == [])
        return try #require(parsed.mocks.first)
    }

    private func matcher(_ text: String) throws -> ValueMatcher? {
        try mock(#"{"request": {"bodyPatterns": [\#(text)]}}"#).match.body.first
    }

    @Test(
        "every matcher is read",
        arguments: [
            (#"{"equalTo": "a"}"#, .equalTo("a")),
            (#"{"equalTo": "a", "caseInsensitive": true}"#, .equalTo("a", ignoringCase: true)),
            (#"{"contains": "a"}"#, .contains("a")), (#"{"doesNotContain": "a"}"#, .doesNotContain("a")),
            (#"{"matches": "a+"}"#, .matches("a+")), (#"{"doesNotMatch": "a+"}"#, .doesNotMatch("a+")),
            (#"{"absent": true}"#, .absent), (#"{"anything": "(always)"}"#, .anything),
            (#"{"and": [{"absent": true}, {"contains": "b"}]}"#, .and([.absent, .contains("b")])),
            (#"{"or": [{"equalTo": "a"}]}"#, .or([.equalTo("a")])),
            (#"{"not": {"equalTo": "a"}}"#, .not(.equalTo("a"))),
            (#"{"equalToJson": "{'a': 1}"}"#, .equalToJSON(.init(["a": 1]))),
            (#"{"matchesJsonPath": "$.a"}"#, .matchesJSONPath("$.a")),
            (
                #"{"matchesJsonPath": {"expression": "$.a", "equalTo": "x", "caseInsensitive": true}}"#,
                .matchesJSONPath("$.a", .equalTo("x", ignoringCase: true))
            ),
            (#"{"binaryEqualTo": "AQI="}"#, .binaryEqualTo([1, 2])),
            (#"{"greaterThanNumber": 1.50}"#, .number(.greater, JSONNumber(text: "1.50") ?? JSONNumber(0))),
            (#"{"before": "now +3 days"}"#, .dateTime(.init(.before, "now +3 days"))),
            (
                #"{"after": "now", "expectedOffset": -2, "expectedOffsetUnit": "HOURS", "applyTruncationLast": true}"#,
                .dateTime(.init(.after, "now -2 hours", truncatesLast: true))
            ),
            (
                #"{"equalToDateTime": "2026-01-01", "actualFormat": "unix", "truncateActual": "FIRST_DAY_OF_MONTH"}"#,
                .dateTime(.init(.equal, "2026-01-01", actualFormat: "unix", actualTruncation: .month))
            ),
            (#"{"matchesPathTemplate": "/a/{b}"}"#, .pathTemplate("/a/{b}")),
        ] as [(String, ValueMatcher)])
    func matchers(text: String, expected: ValueMatcher) throws {
        let read = try #require(try matcher(text))
        #expect(read == expected)
        var match = Mock.Match(address: .any)
        match.body = [read]
        let mock = Mock(id: "m", name: "m", match: match, answers: [.status(200)])
        let written = StubFile.render([mock])
        #expect(StubFile.parse(written.bytes, path: "x") { $0 }.mocks == [mock])
    }

    private static let everything = #"""
        // A stub with all that there is.
        {
          "id": "3f2c7e64-4b6f-4b0e-9a64-0d7f8d4a1c11",
          'name': 'all of it\'s here "really"', /* two
          lines */ "priority": 2,
          "request": {
            "method": {"oneOf": ["GET", "PUT"]}, "urlPathTemplate": "/a/{id}", "scheme": "https", "host": {"contains": "x"},
            "port": 8443, "clientIp": "10.0.0.1", "pathParameters": {"id": {"matches": "[0-9]+"}},
            "queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"contains": "2"}]}, "r": {"absent": true}},
            "headers": {"A": {"includes": [{"equalTo": "x"}]}}, "cookies": {"c": {"equalTo": "1"}},
            "formParameters": {"f": {"equalTo": "1"}}, "basicAuth": {"username": "u", "password": "p"},
            "bodyPatterns": [{"equalToJson": [1], "ignoreArrayOrder": true}], "multipartPatterns": []
          },
          "response": {
            "status": 201, "statusMessage": "Made", "headers": {"A": ["1", "2"], "B": "{{request.path}}"},
            "jsonBody": {"a": "{{jsonPath request.body '$.a'}}"}, "fixedDelayMilliseconds": 5,
            "delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4, "maxValue": 200},
            "chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 90},
            "transformers": ["response-template"], "transformerParameters": {"p": [1.50]}
          },
          "scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "b",
          "persistent": true, "insertionIndex": 7, "$schema": "x",
          "postServeActions": [{"name": "webhook", "parameters": {"url": "http://x"}}],
          "serveEventListeners": [{"name": "y"}],
          "metadata": {"team": "blue", "inspector": {"enabled": false, "times": 4, "color": "red", "recordedFrom": "h"}}
        }
        """#

    @Test("all members of a stub are read")
    func everything() throws {
        let mock = try mock(Self.everything)
        #expect(mock.id == "3f2c7e64-4b6f-4b0e-9a64-0d7f8d4a1c11")
        #expect(mock.name == "all of it's here \"really\"")
        #expect(mock.match.methods == .oneOf(["GET", "PUT"]))
        #expect(mock.match.scheme == "https" && mock.match.port == 8443)
        #expect(mock.match.host == .contains("x") && mock.match.clientIP == .equalTo("10.0.0.1"))
        #expect(mock.match.pathParameters == [.init("id", .matches("[0-9]+"))])
        #expect(
            mock.match.query == [
                .init("q", values: .exactly([.equalTo("1"), .contains("2")])), .init("r", .absent),
            ])
        #expect(mock.match.headers == [.init("A", values: .includes([.equalTo("x")]))])
        #expect(mock.match.cookies == [.init("c", "1")] && mock.match.form == [.init("f", "1")])
        #expect(mock.match.login == .init(user: "u", password: "p"))
        #expect(mock.scenario == .init("s", required: "Started", next: "b"))
        let answer = try #require(mock.answers.first)
        #expect(answer.spread == .logNormal(median: 80, sigma: 0.4, maximum: 200))
        #expect(answer.reply?.dribble == .init(chunks: 3, over: .milliseconds(90)))
        #expect(answer.reply?.templating?.parameters["p"]?.serialized() == "[1.50]")
        #expect(mock.notes["persistent"] == true)
    }

    @Test("what is read and written twice is the same to the byte, and says all it said")
    func lossless() throws {
        let once = StubFile.render(try [mock(Self.everything)])
        #expect(once.warnings == [])
        let again = StubFile.render(parse(String(decoding: once.bytes, as: UTF8.self)).mocks)
        #expect(again.bytes == once.bytes)
        let stub = try JSONValue(parsing: once.bytes)
        #expect(stub["postServeActions"]?[0]?["name"] == "webhook")
        #expect(stub["serveEventListeners"]?[0]?["name"] == "y")
        #expect(stub["metadata"]?["team"] == "blue")
        let ours = try #require(stub["metadata"]?["inspector"])
        #expect(ours["color"] == "red" && ours["recordedFrom"] == "h" && ours["insertionIndex"] == 7)
        #expect(ours["enabled"] == false && ours["times"] == 4)
        #expect(try mock(Self.everything) == parse(String(decoding: once.bytes, as: UTF8.self)).mocks.first)
    }

    @Test("a stub that goes elsewhere")
    func upstream() throws {
        let mock = try mock(
            #"""
            {"request": {"urlPattern": "/.*"}, "response": {"status": 200, "proxyBaseUrl": "http://b.test/v1",
             "proxyUrlPrefixToRemove": "/a", "additionalProxyRequestHeaders": {"X": "1"},
             "removeProxyRequestHeaders": ["Y"], "fixedDelayMilliseconds": 3}}
            """#)
        let upstream = Mock.Upstream(
            "http://b.test/v1", removingPrefix: "/a", adding: ["X": "1"], removing: ["Y"])
        #expect(mock.answers == [Mock.Answer(.proxy(upstream), delay: .milliseconds(3))])
        let written = StubFile.render([mock])
        #expect(StubFile.parse(written.bytes, path: "stub.json") { $0 }.mocks.first?.answers == mock.answers)
    }

    @Test("a refused stub is named with the line of what is to blame, wherever it stands in its file")
    func places() {
        let text = """
            // mappings
            {"mappings": [
              {"name": "a", "request": {"url": "/a"}},
              {"name": "b",
               "request": {"bodyPatterns": [
                 {"equalToXml": "<a/>"}]}},
              {"name": 'c', 'odd': 1}
            ], "meta": {"total": 3}}
            """
        let parsed = parse(text)
        #expect(parsed.mocks.map(\.id) == ["a"])
        #expect(parsed.rejected.map(\.line) == [6, 7])
        #expect(parsed.rejected.first?.message == "The stub “b” is refused: “equalToXml” is not supported.")
    }

    @Test(
        "what is no JSON is refused with its place",
        arguments: ["{\n 'a': }", "{", "// nothing", "[1", "\u{0}"])
    func malformed(text: String) {
        let parsed = parse(text)
        #expect(parsed.mocks.isEmpty)
        #expect(parsed.rejected.count == 1)
        #expect(parsed.rejected.first?.line ?? 0 >= 1)
    }

    @Test("identifiers that WireMock would not take stand among what is ours")
    func identifiers() throws {
        let mock = Mock(id: "mock-1", name: "n", match: .any, answers: [.status(200)])
        let stub = try #require(StubFile.json(of: mock))
        #expect(stub["id"] == nil)
        #expect(stub["metadata"]?["inspector"]?["id"] == "mock-1")
        #expect(parse(stub.serialized()).mocks == [mock])
        #expect(StubFile.json(of: try self.mock(#"{"name": "n"}"#))?["metadata"] == nil)
        #expect(StubFile.json(of: try self.mock("{}"))?["metadata"] == nil)
    }

    @Test("stubs without a name, and of one name, stay apart when they are written and read again")
    func nameless() {
        let text = #"""
            {"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "response": {"status": 201}},
             {"name": "n"}, {"name": "n", "priority": 1}]}
            """#
        let read = parse(text).mocks
        #expect(read.map(\.id) == ["stub.json#1", "stub.json#2", "n", "stub.json#4"])
        #expect(read.map(\.name) == ["ANY /a", "ANY /a", "n", "n"])
        let written = StubFile.render(read).bytes
        #expect(StubFile.parse(written, path: "stub.json") { $0 }.mocks == read)
        #expect(StubFile.positions(in: written, path: "stub.json").count == 4)
        #expect(StubEdit(written, at: 3, id: "stub.json#4") != nil)
    }

    @Test("several answers become a scenario, which is read again as it was written")
    func sequences() throws {
        let mock = Mock(
            id: "s", name: "seq", match: .init(method: .get, address: .path("/a")),
            answers: [.status(503), .status(429), .status(200)])
        let written = StubFile.render([mock])
        #expect(written.warnings == [])
        let read = StubFile.parse(written.bytes, path: "x") { $0 }.mocks
        #expect(read.map(\.scenario?.required) == ["Started", "seq-2", "seq-3"])
        #expect(read.map(\.scenario?.next) == ["seq-2", "seq-3", nil])
        #expect(StubFile.render(read).bytes == written.bytes)
        let store = MockStore()
        for mock in read { try store.add(mock) }
        let request = MockedRequest(
            method: .get, url: try RequestURL(parsing: "http://h/a"), headers: [:], body: .none)
        let statuses = (1...4).map { _ in
            store.answer(request, now: .init(timeIntervalSince1970: 0))?.answer.reply?.status
        }
        #expect(statuses == [503, 429, 200, 200])
    }

    @Test("for a WireMock server what it would answer otherwise is left out, and said")
    func forWireMock() {
        var off = Mock(id: "o", name: "off", match: .any, answers: [.status(200)])
        off.isEnabled = false
        let fault = Mock(id: "f", name: "fault", match: .any, answers: [.fault(.dns)])
        let twice = Mock(id: "t", name: "twice", match: .any, answers: [.status(200)], times: 2)
        let output = StubFile.render([off, fault, twice], for: .wireMock)
        #expect(
            output.warnings == [
                "“off” is switched off, and a WireMock server would serve it; it is left out.",
                "“fault” plays a failure that a server cannot; it is left out.",
                "“twice”: a WireMock server does not stop after 2 answers.",
            ])
        #expect(StubFile.parse(output.bytes, path: "x") { $0 }.mocks.map(\.name) == ["twice"])
        #expect(StubFile.render([off, fault, twice]).warnings == [])
    }

    @Test("bombs of all kinds are refused or cost little", .timeLimit(.minutes(1)))
    func bombs() {
        func refused(_ text: String) -> Bool { parse(text).mocks.isEmpty && !parse(text).rejected.isEmpty }
        #expect(refused(String(repeating: "[", count: 100_000)))
        for priority in [Int.min, Int.max] { #expect(refused(#"{"priority":\#(priority)}"#)) }
        let deep =
            String(repeating: #"{"not":"#, count: 200) + #"{"absent":true}"#
            + String(repeating: "}", count: 200)
        #expect(refused(#"{"request":{"bodyPatterns":[\#(deep)]}}"#))
        #expect(refused(#"{"request":{"urlPattern":"\#(String(repeating: "(", count: 50_000))"}}"#))
        #expect(
            refused(
                #"{"request":{"bodyPatterns":[{"matchesJsonPath":"$\#(String(repeating: "[?", count: 5_000))"}]}}"#
            ))
        let template = String(repeating: "{{#if true}}", count: 5_000)
        #expect(refused(#"{"response":{"transformers":["response-template"],"body":"\#(template)"}}"#))
        let path = String(repeating: "/a", count: 20_000)
        let many =
            "{\"mappings\":[" + (0..<5_000).map { #"{"request":{"url":"/\#($0)"}}"# }.joined(separator: ",")
            + "]}"
        #expect(parse(many).mocks.count == 5_000)
        #expect(refused(#"{"mappings":["# + String(repeating: "{},", count: 100_000) + "{}]}"))
        let odd = #"{"mappings":["# + String(repeating: "{\n\"odd\":1},", count: 20_000) + "{}]}"
        #expect(parse(odd).rejected.map(\.line) == Array(2...20_001))
        #expect(parse(#"{"request":{"urlPathTemplate":"\#(path)/{x}"}}"#).mocks.count == 1)
    }
}
