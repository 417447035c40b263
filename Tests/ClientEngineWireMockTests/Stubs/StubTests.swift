import ClientEngine
import ClientEngineWireMock
import Testing

@Suite struct StubTests {
    private func parse(_ text: String) -> (mocks: [Mock], rejected: [StubProblem]) {
        let parsed = StubFile.parse(Array(text.utf8), path: "stub.json") {
            $0 == "there.txt" ? "/mocks/__files/there.txt" : nil
        }
        return (parsed.mocks, parsed.rejected)
    }

    private func mock(_ text: String) throws -> Mock {
        let (mocks, rejected) = parse(text)
        #expect(rejected == [])
        return try #require(mocks.first)
    }

    @Test(
        "Addresses are matched in WireMock's ways",
        arguments: [
            (
                #"{"request": {"method": "GET", "url": "/a?b=1"}}"#, HTTPMethod.get,
                Mock.Address.pathAndQuery("/a?b=1")
            ),
            (#"{"request": {"urlPath": "/a", "method": "ANY"}}"#, nil, .path("/a")),
            (#"{"request": {"urlPathPattern": "/a.*"}}"#, nil, .pathPattern("/a.*")),
            (#"{"request": {"urlPattern": "/a.*"}}"#, nil, .pathAndQueryPattern("/a.*")),
            (
                #"{"request": {"method": "POST", "urlPathTemplate": "/a/{id}"}}"#, .post,
                .pathTemplate("/a/{id}")
            ),
            (#"{"request": {"headers": {}, "bodyPatterns": []}}"#, nil, .any), ("{}", nil, .any),
        ] as [(String, HTTPMethod?, Mock.Address)])
    func addresses(text: String, method: HTTPMethod?, address: Mock.Address) throws {
        let mock = try mock(text)
        #expect(mock.match == Mock.Match(method: method, address: address))
    }

    @Test(
        "Responses have a status, headers, one body and a delay",
        arguments: [
            ("{}", 200, nil, [:], Body.none), (#"{"status": 0}"#, 200, nil, [:], .none),
            (#"{"status": 404, "statusMessage": "Gone"}"#, 404, "Gone", [:], .none),
            (#"{"headers": {"A": "1", "B": ["2", "3"]}}"#, 200, nil, ["A": "1", "B": "2", "B": "3"], .none),
            (#"{"body": "é"}"#, 200, nil, [:], .text("é")),
            (#"{"jsonBody": {"a": 1.0}}"#, 200, nil, [:], .text(#"{"a":1.0}"#)),
            (#"{"jsonBody": null}"#, 200, nil, [:], .text("null")),
            (#"{"base64Body": "/wA="}"#, 200, nil, [:], .bytes([0xFF, 0])),
            (
                #"{"bodyFileName": "./x/../there.txt"}"#, 200, nil, [:],
                .file(path: "/mocks/__files/there.txt")
            ),
        ] as [(String, StatusCode, String?, Headers, Body)])
    func responses(text: String, status: StatusCode, reason: String?, headers: Headers, body: Body) throws {
        let mock = try mock(#"{"response": \#(text)}"#)
        #expect(
            mock.answers == [
                Mock.Answer(
                    .response(Mock.Reply(status: status, reason: reason, headers: headers, body: body)))
            ])
    }

    @Test("Query, fields and JSON body are matched in WireMock's words")
    func conditions() throws {
        let mock = try mock(
            #"""
            {"request": {"urlPath": "/a", "queryParameters": {"q": {"equalTo": "1"}},
             "headers": {"Accept": {"equalTo": "x", "caseInsensitive": false}},
             "bodyPatterns": [{"equalToJson": "{\"a\": 1}", "ignoreArrayOrder": true},
                              {"equalToJson": [2], "ignoreExtraElements": true}]}}
            """#)
        #expect(mock.match.query == [.init("q", "1")])
        #expect(mock.match.headers == [.init("Accept", "x")])
        #expect(
            mock.match.body == [
                .equalToJSON(.init(["a": 1], ignoresArrayOrder: true)),
                .equalToJSON(.init([2], ignoresExtraElements: true)),
            ])
    }

    @Test("A failure of the body carries the response that is written beside it")
    func cutResponse() throws {
        let mock = try mock(
            #"""
            {"response": {"status": 404, "body": "text"},
             "metadata": {"inspector": {"fault": {"kind": "truncate", "afterBytes": 2}}}}
            """#)
        let reply = Mock.Reply(status: 404, body: .text("text"))
        #expect(mock.answers == [Mock.Answer(.fault(.truncate(afterBytes: 2), of: reply))])
        let dns = try self.mock(
            #"{"response": {"status": 404}, "metadata": {"inspector": {"fault": {"kind": "dns"}}}}"#)
        #expect(dns.answers == [.fault(.dns)])
    }

    @Test("What is exported, imported and exported again is the same to the byte")
    func byteIdentical() {
        let reply = Mock.Reply(
            status: 201, reason: "Made", headers: ["A": "1", "B": "2", "B": "3"], body: .text("é"))
        let answers = [
            Mock.Answer(.response(reply), delay: .milliseconds(5)), .status(204),
            Mock.Answer(.response(Mock.Reply(body: .file(path: "large.json")))),
            Mock.Answer(.fault(.truncate(afterBytes: 3), of: reply)),
            Mock.Answer(.fault(.stall(afterBytes: 3), of: Mock.Reply())), .fault(.reset), .fault(.never),
        ]
        var mocks = answers.enumerated().map { index, answer in
            Mock(
                id: "\(index)", name: "n", match: .init(method: .post, address: .path("/a")),
                answers: [answer],
                times: index == 1 ? 3 : nil)
        }
        mocks[0].match.query = [.init("b", "2"), .init("a", "")]
        mocks[0].match.headers = [.init("Accept", "x")]
        mocks[0].match.body = [
            .equalToJSON(
                .init(["z": 1.50, "a": [nil, "x"]], ignoresArrayOrder: true, ignoresExtraElements: true)),
            .equalToJSON(.init("text")), .equalToJSON(.init(nil)),
        ]
        mocks[2].isEnabled = false
        mocks[3].priority = 2
        let once = StubFile.render(mocks)
        #expect(once.warnings == [])
        let read = StubFile.parse(once.bytes, path: "x") { $0 }
        #expect(read.rejected == [])
        #expect(read.mocks == mocks)
        #expect(StubFile.render(read.mocks).bytes == once.bytes)
    }

    @Test("What is ours stands in the metadata")
    func extras() throws {
        let text = #"""
            {"id": "i", "name": "n", "priority": 1, "persistent": true, "insertionIndex": 3, "$schema": "x",
             "request": {"url": "/a"}, "response": {"status": 200, "fixedDelayMilliseconds": 50},
             "metadata": {"inspector": {"enabled": false, "times": 2, "fault": {"kind": "stall", "afterBytes": 10}}}}
            """#
        let mock = try mock(text)
        #expect(mock.id == "i")
        #expect(mock.name == "n")
        #expect(mock.priority == 1)
        #expect(mock.times == 2)
        #expect(!mock.isEnabled)
        let fault = Mock.Answer.Kind.fault(.stall(afterBytes: 10), of: Mock.Reply())
        #expect(mock.answers == [Mock.Answer(fault, delay: .milliseconds(50))])
    }

    @Test(
        "What would change the match or the answer refuses the stub by name",
        arguments: [
            (#"{"request": {"bodyPatterns": [{}]}}"#, "bodyPatterns"),
            (#"{"request": {"bodyPatterns": [{"equalToXml": "<a/>"}]}}"#, "equalToXml"),
            (#"{"request": {"bodyPatterns": [{"matchesXPath": "//a"}]}}"#, "matchesXPath"),
            (
                #"{"request": {"bodyPatterns": [{"matchesJsonSchema": {"type": "object"}}]}}"#,
                "matchesJsonSchema"
            ),
            (#"{"request": {"customMatcher": {"name": "x"}}}"#, "customMatcher"),
            (#"{"request": {"multipartPatterns": [{"name": "x"}]}}"#, "multipartPatterns"),
            (#"{"request": {"bodyPatterns": [{"equalToJson": "{"}]}}"#, "equalToJson"),
            (
                #"{"request": {"bodyPatterns": [{"equalToJson": {"a": "${json-unit.matches:x}"}}]}}"#,
                "json-unit"
            ),
            (
                #"{"request": {"bodyPatterns": [{"equalToJson": {}, "ignoreArrayOrder": 1}]}}"#,
                "true or false"
            ),
            (#"{"request": {"bodyPatterns": [{"contains": "a", "matches": "b"}]}}"#, "matches"),
            (#"{"request": {"bodyPatterns": [{"contains": 1}]}}"#, "contains"),
            (#"{"request": {"bodyPatterns": [{"matchesJsonPath": "$.a["}]}}"#, "JSONPath"),
            (#"{"request": {"bodyPatterns": [{"matchesJsonPath": {"contains": "a"}}]}}"#, "expression"),
            (#"{"request": {"bodyPatterns": [{"equalToNumber": "x"}]}}"#, "a number"),
            (#"{"request": {"bodyPatterns": [{"before": "soon"}]}}"#, "not a time"),
            (
                #"{"request": {"bodyPatterns": [{"before": "now", "truncateActual": "week"}]}}"#,
                "truncateActual"
            ),
            (#"{"request": {"bodyPatterns": [{"binaryEqualTo": "?"}]}}"#, "base64"),
            (#"{"request": {"bodyPatterns": [{"absent": false}]}}"#, "absent"),
            (#"{"request": {"queryParameters": {"a": {"matches": "("}}}}"#, "pattern"),
            (#"{"request": {"queryParameters": {"a": {"hasExactly": "x"}}}}"#, "hasExactly"),
            (#"{"request": {"urlPattern": "["}}"#, "pattern"),
            (#"{"request": {"headers": {"a": "x"}}}"#, "matcher"),
            (#"{"request": {"scheme": "ftp"}}"#, "scheme"), (#"{"request": {"port": 0}}"#, "port"),
            (#"{"request": {"basicAuth": {"username": "a"}}}"#, "basicAuth"),
            (#"{"request": {"url": "/a", "pathParameters": {"a": {"equalTo": "x"}}}}"#, "pathParameters"),
            (#"{"requiredScenarioState": "s"}"#, "scenarioName"),
            (#"{"request": {"queryParameters": {"a": {}}}}"#, "matcher"), (#"{"odd": 1}"#, "odd"),
            (#"{"request": {"method": {"oneOf": []}}}"#, "method"),
            (#"{"response": {"proxyBaseUrl": "x"}}"#, "proxyBaseUrl"),
            (#"{"response": {"proxyBaseUrl": "http://a.test", "body": "x"}}"#, "beside"),
            (#"{"response": {"transformers": "response-template"}}"#, "transformers"),
            (#"{"response": {"status": 100}}"#, "status"), (#"{"response": {"status": 1000}}"#, "status"),
            (#"{"response": {"headers": {"Bad Name": "x"}}}"#, "Bad Name"),
            (#"{"response": {"transformers": ["response-template"], "body": "{{hostname}}"}}"#, "hostname"),
            (
                #"{"response": {"transformers": ["response-template"], "body": "{{#with x}}{{/with}}"}}"#,
                "with"
            ),
            (#"{"response": {"delayDistribution": {"type": "gamma"}}}"#, "delayDistribution"),
            (#"{"response": {"delayDistribution": {"type": "uniform", "lower": 2, "upper": 1}}}"#, "upper"),
            (#"{"response": {"chunkedDribbleDelay": {"numberOfChunks": 0}}}"#, "numberOfChunks"),
            (#"{"request": {"url": "/a", "urlPath": "/a"}}"#, "more than one address"),
            (#"{"response": {"body": "a", "jsonBody": 1}}"#, "more than one body"),
            (#"{"response": {"fault": "X"}}"#, "fault"),
            (#"{"response": {"bodyFileName": "../x"}}"#, "outside"),
            (#"{"response": {"bodyFileName": "x"}}"#, "no file"),
            (#"{"response": {"base64Body": "?"}}"#, "base64"), ("[1", "JSON"), ("1", "object"),
            (#"{"metadata": {"inspector": {"times": 0}}}"#, "times"),
            (#"{"metadata": {"inspector": {"fault": {"kind": "slow"}}}}"#, "bytesPerSecond"),
        ])
    func refusals(text: String, reason: String) throws {
        let (mocks, rejected) = parse(text)
        #expect(mocks.isEmpty)
        #expect(try #require(rejected.first).message.contains(reason))
    }

    @Test("In a list of mappings one refused stub leaves the others")
    func mappings() {
        let (mocks, rejected) = parse(#"{"mappings": [{"name": "a"}, {"name": "b", "odd": 1}, {}]}"#)
        #expect(mocks.map(\.id) == ["a", "stub.json#3"])
        #expect(rejected.map(\.message) == ["The stub “b” is refused: “odd” is not supported."])
        #expect(parse("{\n\"name\": \"x\",\n\"odd\": 1}").rejected.map(\.line) == [3])
    }

    @Test("Mocks that are written are read again")
    func roundTrip() {
        let faults: [Mock.Fault] = [
            .dns, .refused, .connectTimeout, .tls, .never, .stall(afterBytes: 1), .truncate(afterBytes: 2),
            .slow(bytesPerSecond: 3), .reset, .emptyReply, .malformedChunk, .garbage,
        ]
        var mocks = faults.enumerated().map { index, fault in
            Mock(id: "\(index)", name: "fault", match: .init(address: .any), answers: [.init(.fault(fault))])
        }
        let headers: Headers = ["A": "1", "B": "2", "B": "3"]
        let answer = Mock.Answer(
            .response(Mock.Reply(status: 418, reason: "Tea", headers: headers, body: .bytes([0xFF]))),
            delay: .milliseconds(10))
        var last = Mock(
            id: "x", name: "y", match: .init(method: .put, address: .path("/a")), answers: [answer], times: 2)
        last.isEnabled = false
        last.priority = 1
        mocks.append(last)
        let output = StubFile.render(mocks)
        #expect(output.warnings == [])
        #expect(StubFile.parse(output.bytes, path: "x") { $0 }.mocks == mocks)
        #expect(StubFile.parse(StubFile.render([last]).bytes, path: "x") { $0 }.mocks == [last])
    }

    @Test("What a stub cannot say is named")
    func warnings() {
        let template = Mock(
            id: "t", name: "t", match: .init(address: .pathTemplate("/a/:id/{b}")),
            answers: [
                .init(.response(Mock.Reply())), .init(.passThrough),
            ])
        let output = StubFile.render([template])
        #expect(output.warnings == ["“t” passes requests on, which a stub cannot say; it is left out."])
        let through = Mock(id: "p", name: "p", match: .init(address: .any), answers: [.init(.passThrough)])
        #expect(StubFile.render([through]).warnings.count == 1)
    }

    @Test("The pattern of a path is written as a template; a whole URL, and code, cannot be")
    func patterns() {
        func output(_ match: Mock.Match, _ answer: Mock.Answer) -> StubFile.Output {
            StubFile.render([Mock(id: "m", name: "m", match: match, answers: [answer])])
        }
        let path = output(.get("/a/:id"), .status(204))
        #expect(path.warnings == [])
        #expect(
            parse(String(decoding: path.bytes, as: UTF8.self)).mocks.map(\.match.address) == [
                .pathTemplate("/a/{id}")
            ])
        for url in ["http://a.test/b", "//a.test/b", "/a?b=c"] {
            #expect(
                output(.get(url), .status(204)).warnings == [
                    "“m” goes by a whole URL, which is not written; it is left out."
                ])
        }
        #expect(
            output(.get("/a"), .computed { _ in .status(204) }).warnings == [
                "“m” answers by code, which a stub cannot say; it is left out."
            ])
    }
}
