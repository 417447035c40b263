import ClientEngine
import ClientEngineWireMock
import EngineJSON
import RequestFormats
import Testing

@Suite("Mocks of what was recorded")
struct RecordingTests {
    private func exchange(
        _ method: ClientEngine.HTTPMethod = .get, _ url: String = "http://a.test/x",
        _ status: StatusCode = 200,
        body: Body = .none, type: String? = nil
    ) throws -> RecordedExchange {
        RecordedExchange(
            method: method, url: try RequestURL(parsing: url), body: body, contentType: type,
            answer: .status(status))
    }

    @Test("requests that are alike and answered alike become one mock")
    func alike() throws {
        let mocks = MockRecording.mocks(of: try [exchange(), exchange(), exchange()])
        #expect(mocks.map(\.name) == ["GET /x → 200"])
        #expect(mocks.first?.scenario == nil && mocks.first?.id == "")
        #expect(mocks.first?.match == Mock.Match(method: .get, address: .path("/x")))
    }

    @Test("different answers to one request become a scenario, whose last answer stays")
    func sequence() throws {
        let mocks = MockRecording.mocks(
            of: try [503, 503, 200, 200, 200].map { try exchange(.get, "http://a.test/orders/42", $0) })
        #expect(
            mocks.map(\.name) == [
                "GET /orders/42 → 503 (1 of 3)", "GET /orders/42 → 503 (2 of 3)",
                "GET /orders/42 → 200 (3 of 3)",
            ])
        #expect(
            mocks.map(\.scenario) == [
                .init("scenario-1-orders-42", required: "Started", next: "scenario-1-orders-42-2"),
                .init(
                    "scenario-1-orders-42", required: "scenario-1-orders-42-2",
                    next: "scenario-1-orders-42-3"),
                .init("scenario-1-orders-42", required: "scenario-1-orders-42-3"),
            ])
        let store = MockStore()
        for (index, mock) in mocks.enumerated() {
            var mock = mock
            mock.id = "\(index)"
            try store.add(mock)
        }
        let url = try RequestURL(parsing: "http://other.test/orders/42")
        let request = MockedRequest(method: .get, url: url, headers: [:], body: .none)
        let statuses = (0..<5).map { _ in store.answer(request, now: .now)?.answer.reply?.status }
        #expect(statuses == [503, 503, 200, 200, 200])
    }

    @Test("names of scenarios are not used twice")
    func names() throws {
        let exchanges = try [("a", 200), ("b", 200), ("a", 500), ("b", 500)].map {
            try exchange(.get, "http://a.test/\($0.0)", $0.1)
        }
        let mocks = MockRecording.mocks(of: exchanges, besides: ["scenario-1-x"])
        #expect(Set(mocks.compactMap { $0.scenario?.name }) == ["scenario-2-a", "scenario-3-b"])
    }

    @Test("what says more is asked first, wherever it was recorded")
    func order() throws {
        let mocks = MockRecording.mocks(
            of: try [exchange(.get, "http://a.test/x?q=1", 201), exchange(.get, "http://a.test/x", 202)])
        #expect(mocks.map { $0.answers.first?.reply?.status } == [202, 201])
    }

    @Test(
        "bodies are compared as WireMock's recorder does",
        arguments: [
            (
                Body.text(#"{"a":1,"password":"s3cret"}"#), "application/json",
                [
                    ValueMatcher.equalToJSON(
                        .init(["a": 1], ignoresArrayOrder: true, ignoresExtraElements: true))
                ]
            ),
            (.text("plain"), "text/plain", [.equalTo("plain", ignoringCase: false)]),
            (.bytes([0, 1, 0xFF]), "application/octet-stream", [.binaryEqualTo([0, 1, 0xFF])]),
            (.text("--x\r\n"), "multipart/form-data; boundary=x", []),
            (.text("user=ada&password=s3cret"), "application/x-www-form-urlencoded", []),
            (.none, "text/plain", []),
        ])
    func bodies(body: Body, type: String, expected: [ValueMatcher]) throws {
        let mocks = MockRecording.mocks(
            of: [try exchange(.post, "http://a.test/x", 201, body: body, type: type)])
        #expect(mocks.first?.match.body == expected)
    }

    @Test("passing parameters and secrets of the query are no part of the match; the origin is noted")
    func query() throws {
        let mocks = MockRecording.mocks(of: [try exchange(.get, "http://a.test:81/x?q=1&ts=7&api_key=s3cret")]
        )
        #expect(mocks.first?.match.query == [.init("q", "1")])
        #expect(mocks.first?.notes["metadata"]?["inspector"]?["recordedFrom"]?.string == "http://a.test:81")
        let text = String(decoding: StubFile.render(mocks).bytes, as: UTF8.self)
        #expect(!text.contains("s3cret") && text.contains("recordedFrom"))
    }

    @Test("what was recorded reads back from its file as it was")
    func file() throws {
        let mocks = MockRecording.mocks(of: try [503, 200].map { try exchange(.get, "http://a.test/x", $0) })
            .enumerated().map { index, mock in
                var mock = mock
                mock.id = "00000000-0000-4000-8000-00000000000\(index)"
                return mock
            }
        let parsed = StubFile.parse(StubFile.render(mocks).bytes, path: "a.json") { _ in nil }
        #expect(parsed.rejected.isEmpty)
        #expect(parsed.mocks.map(\.scenario) == mocks.map(\.scenario))
        #expect(parsed.mocks.map(\.answers) == mocks.map(\.answers))
    }

    // MARK: Tasks

    @Test("each attempt of a task is an exchange; what a mock answered is left out")
    func attempts() throws {
        let url = RequestURL.test("/b")
        var story = try Story(.get(url.text), url: url)
        let start = ExchangeStart(method: .get, url: url)
        let mocked = ExchangeStart(method: .get, url: url, mock: MockReference(id: "m", name: "m"))
        for (time, start, status) in [(0, mocked, 500), (10, start, 503), (20, start, 200)]
            as [(Int, ExchangeStart, StatusCode)]
        {
            story.at(
                Int64(time), .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start),
                .head(ResponseHead(status: status, reason: "", headers: ["Date": "x", "X-A": "1"])),
                .received(Array("b".utf8)), .exchangeEnded(ExchangeEnd()),
                .attemptEnded(.response(status: status), retry: nil))
        }
        let exchanges = RecordedExchange.exchanges(of: story.record)
        #expect(exchanges.map { $0.answer.reply?.status } == [503, 200])
        #expect(exchanges.last?.answer.reply?.headers == ["X-A": "1"])
        #expect(exchanges.last?.answer.reply?.body == .text("b"))
    }

    @Test(
        "a failure becomes the fault that plays it",
        arguments: [
            (ClientError.Kind.resolve, Phase.dns, Mock.Fault.dns), (.connect, .connect, .refused),
            (.tls, .tls, .tls), (.timeout, .connect, .connectTimeout), (.timeout, .wait, .never),
            (.connectionLost, .wait, .reset), (.protocolViolation, .wait, .garbage),
        ])
    func failures(kind: ClientError.Kind, phase: Phase, fault: Mock.Fault) throws {
        let url = RequestURL.test("/b")
        var story = try Story(.get(url.text), url: url)
        let error = ClientError(kind, phase, "x")
        story.at(
            0, .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .get, url: url)),
            .exchangeEnded(ExchangeEnd(error: error)), .attemptEnded(.error(error), retry: nil))
        story.at(1, .taskEnded(.failed(error)))
        #expect(Mock.Answer(outcomeOf: story.record)?.kind == .fault(fault))
        #expect(RecordedExchange.exchanges(of: story.record).map(\.answer.kind) == [.fault(fault)])
    }

    // MARK: Archives

    private func archive(_ entries: String) -> ImportFile {
        ImportFile(path: "a.har", bytes: Array(#"{"log":{"entries":[\#(entries)]}}"#.utf8))
    }

    @Test("an archive has requests and their answers; what has none is named")
    func har() throws {
        let recording = try HARRecording(
            archive(
                #"""
                {"request":{"method":"POST","url":"http://a.test/x?q=1#f","headers":[],
                            "postData":{"mimeType":"application/json","text":"{\"a\":1}"}},
                 "response":{"status":201,"statusText":"Created","headers":[{"name":"content-encoding","value":"br"},
                             {"name":"X-A","value":"1"}],
                             "content":{"mimeType":"text/plain","text":"aGk=","encoding":"base64"}}},
                {"request":{"method":"GET","url":"http://a.test/dead"},"response":{"status":0},
                 "_error":{"kind":"connect","phase":"connect","code":7,"text":"refused"}},
                {"request":{"method":"GET","url":"http://a.test/none"},"response":{"status":0}},
                {"request":{"method":"GET","url":"http://a.test/m"},"response":{"status":200},"_mock":{"id":"m"}},
                {"request":{"method":"GET","url":"http://a.test/large"},
                 "response":{"status":200,"content":{"size":9}}},
                {"request":{"method":"GET","url":"ws://a.test/"}}
                """#))
        #expect(recording.exchanges.count == 2)
        let first = try #require(recording.exchanges.first)
        #expect(first.method == .post && first.url.query == "q=1" && first.contentType == "application/json")
        let reply = try #require(first.answer.reply)
        #expect(reply.status == 201 && reply.reason == "Created" && reply.body == .text("hi"))
        #expect(reply.headers == ["X-A": "1", "Content-Type": "text/plain"])
        #expect(recording.exchanges.last?.answer.kind == .fault(.refused))
        #expect(recording.warnings.map { String($0.prefix(8)) } == ["Entry 3:", "Entry 5:", "Entry 6:"])
    }

    @Test("no archive is refused with what it lacks", arguments: ["{}", "[", #"{"log":{"entries":1}}"#])
    func noArchive(text: String) {
        #expect(throws: ImportError.self) {
            try HARRecording(ImportFile(path: "a.har", bytes: Array(text.utf8)))
        }
    }
}
