import ClientEngine
import RequestFormats
import Testing

@Suite("What follows a response")
struct FollowUpTests {
    @Test(
        "a capture keeps a value as text",
        arguments: [
            ("token = body.token", "t1"), ("token=body $.token", "t1"), ("token = response.body.token", "t1"),
            ("token = body.n", "7"), ("token = body.list", "[1,2]"), ("token = body.list[1]", "2"),
            ("token = header location", "/x"), ("token = status", "201"), ("token = body", #"{"token":"t1"#),
        ])
    func captures(capture: String, value: String) throws {
        let body = #"{"token":"t1","n":7,"list":[1,2],"none":null}"#
        let exchange = try FinishedExchange.sample(201, headers: ["Location": "/x"], body: body)
        let results = try findings("# @capture \(capture)\nGET http://a\n", on: exchange)
        #expect(results.captured["token"]?.hasPrefix(value) == true)
        #expect(results.testResults.allSatisfy { !$0.isFailure })
    }

    @Test(
        "an assertion that looks at the status speaks of it, also in a script and when it does not hold",
        arguments: [
            ("# @assert status == 500\nGET http://a\n", true),
            ("# @assert status < 300\nGET http://a\n", true),
            ("GET http://a\n\n?? response.status == 200\n", true),
            ("GET http://a\n\n> {% client.assert(response.status === 500) %}\n", true),
            ("# @assert reason == x\nGET http://a\n", false),
            ("# @assert body exists\nGET http://a\n", false),
            ("# @capture code = status\nGET http://a\n", false),
            ("# @assert js response.status == 500\nGET http://a\n", false),
        ])
    func statusAssertions(text: String, isAboutStatus: Bool) throws {
        let results = try findings(text, on: try FinishedExchange.sample(500, body: ""))
        #expect(results.testResults.map(\.isAboutStatus) == [isAboutStatus])
    }

    @Test(
        "a capture that is not there, or null, fails and keeps nothing",
        arguments: ["body.x", "body.none", "header X"])
    func missing(part: String) throws {
        let exchange = try FinishedExchange.sample(body: #"{"none":null}"#)
        let results = try findings("# @capture token = \(part)\nGET http://a\n", on: exchange)
        #expect(results.captured.isEmpty)
        #expect(results.testResults.map(\.isFailure) == [true])
    }

    @Test(
        "a capture in the words of another program is not run",
        arguments: ["request token {{x}}", "t = {{x}}", "= body", "a b = body"])
    func otherWords(capture: String) throws {
        let results = try findings("# @capture \(capture)\nGET http://a\n", on: try .sample())
        guard case .notRun = try #require(results.testResults.first).outcome else {
            Issue.record("it was run")
            return
        }
    }

    @Test("steps come in the order of the document, and files are left to the caller")
    func order() throws {
        let text = """
            # @assert status == 200
            # @capture id = body.id
            POST http://a

            {}

            > {% client.assert(response.status === 200, "fine") %}
            ?? body.id == 1
            >> out/{{name}}.json
            >>! same.json
            <> earlier.json
            """
        let results = try findings(text, on: try .sample(body: #"{"id":1}"#), values: ["name": "n"])
        #expect(
            results.testResults.map(\.text) == [
                "status == 200", "capture id = body.id", "fine", "body.id == 1",
            ])
        #expect(results.testResults.map(\.line) == [1, 2, 7, 8])
        #expect(results.files.map(\.path) == ["out/n.json", "same.json"])
        #expect(results.files.map(\.request.replaces) == [false, true])
    }

    @Test("scripts that say more than captures and assertions are kept and not run")
    func unrun() throws {
        let text =
            "< {% request.variables.set('a', 1) %}\nPOST http://a\n\n{}\n\n> {% if (x) { y() } %}\n> ./handler.js\n"
        let file = HTTPFile(parsing: text, path: "test.http")
        let responseActions = ResponseActions(of: try #require(file.requests.first))
        #expect(responseActions.unrun.map(\.line) == [1, 6, 7])
        #expect(responseActions.unrun.allSatisfy { $0.message.hasSuffix("needs JavaScript") })
        let results = try findings(text, on: try .sample())
        #expect(results.testResults.allSatisfy { $0.outcome == .notRun(reason: "needs JavaScript") })
    }
}
