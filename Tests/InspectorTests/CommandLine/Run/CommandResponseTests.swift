import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("What run and curl print, with the real program", .ownThread, .timeLimit(.minutes(2)))
struct CommandResponseTests {
    private let server: SandboxServer
    private let scratch: ScratchFolder

    init() throws {
        server = try SandboxServer.start()
        scratch = try ScratchFolder()
        try scratch.write(
            """
            ### Hello
            # @name hello
            GET {{host}}/hello

            ### Slow start
            # @retry 2
            # @retry-backoff 1ms
            GET {{host}}/flaky/1?key={{$uuid}}

            ### Who
            # @name who
            GET {{host}}/echo?content={{user}}
            Authorization: Bearer s3cret-token

            """, to: "a.http")
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        let line = line.replacing("HOST", with: server.url)
            .replacing("inspector ", with: "'\(try BuiltProgram.path())' ")
        return try Program.run(["/bin/bash", "-c", "set -o pipefail; " + line], in: scratch.path)
    }

    @Test("--body is the body and nothing else; the lines go to standard error")
    func body() throws {
        let outcome = try shell("inspector run a.http#hello --var host=HOST --var user=x --body | cat")
        #expect(outcome.output == "Hello, world!\n" || outcome.output.hasPrefix("Hello"))
        #expect(!outcome.output.contains("✓"))
        #expect(outcome.messages.contains("✓ hello GET 200"))
        #expect(outcome.messages.contains("1 passed, 0 failed"))
        #expect(!outcome.messages.contains("\u{1B}"))
    }

    @Test("--head is the head; -o takes the response, and the lines stay where they are")
    func headAndFile() throws {
        let head = try shell("inspector run a.http#hello --var host=HOST --var user=x --head")
        #expect(head.output.hasPrefix("HTTP/1.1 200 OK\r\n") && head.output.hasSuffix("\r\n\r\n"))
        let file = try shell("inspector run a.http#hello --var host=HOST --var user=x -o out.txt")
        #expect(file.output.contains("✓ hello"))
        #expect(try scratch.read("out.txt").hasPrefix("Hello"))
        let null = try shell("inspector run a.http#hello --var host=HOST --var user=x -o /dev/null")
        #expect(null.status == 0)
    }

    @Test("a lost output is an error, a reader that goes away is none")
    func lost() throws {
        for line in ["run a.http#hello --var host=HOST --var user=x --body", "curl -s HOST/hello"] {
            let full = try shell("inspector \(line) > /dev/full")
            #expect(full.status == 1, "\(line)")
            #expect(full.messages.contains("No space left on device"), "\(line)")
        }
        let big = "curl -s HOST/bytes/30000000"
        let quiet = try shell("inspector \(big) | head -c 10 > /dev/null")
        #expect(quiet.status == 141)
        #expect(quiet.messages.isEmpty)
    }

    @Test("-v shows both heads and both bodies, says what is hidden, and shows it when asked")
    func verbose() throws {
        let hidden = try shell("inspector run a.http#who --var host=HOST --var user=ada -v")
        #expect(hidden.output.contains("> GET /echo?content=ada HTTP/1.1"))
        #expect(hidden.output.contains("> Authorization: Bearer <redacted:1>"))
        #expect(hidden.output.contains("< HTTP/1.1 200 OK"))
        #expect(hidden.output.contains("\nada\n"))
        #expect(hidden.output.contains("* 1 secret is hidden; --with-secrets shows them"))
        #expect(!hidden.output.contains("s3cret-token"))
        let open = try shell("inspector run a.http#who --var host=HOST --var user=ada -v --with-secrets")
        #expect(open.output.contains("> Authorization: Bearer s3cret-token"))
    }

    @Test("-v hides what is captured, too, whatever it is called")
    func captured() throws {
        try scratch.write(
            """
            # @name login
            # @capture sid = body.handle
            POST {{host}}/upload
            Content-Type: application/json

            {"handle": "Zq81-captured-value"}
            """, to: "c.http")
        let outcome = try shell("inspector run c.http --var host=HOST -v")
        #expect(outcome.output.contains("< HTTP/1.1 200 OK"))
        #expect(!outcome.output.contains("Zq81-captured-value"))
    }

    @Test("--color always colours a pipe, and nothing else does")
    func color() throws {
        let line = "run a.http#hello --var host=HOST --var user=x"
        #expect(try shell("inspector \(line) --color always").output.contains("\u{1B}[32m✓\u{1B}[0m"))
        #expect(try !shell("inspector \(line)").output.contains("\u{1B}"))
    }

    @Test("--data runs all for each row, --repeat all once more; a row that is ragged sends nothing")
    func rounds() throws {
        try scratch.write("user\nada\nalan\n", to: "users.csv")
        let rows = try shell("inspector run a.http#who --var host=HOST --data users.csv --body")
        #expect(rows.output == "adaalan")
        #expect(
            rows.messages.contains("1 of 2, users.csv:2\n") && rows.messages.contains("2 of 2, users.csv:3\n")
        )
        let twice = try shell("inspector run a.http#hello --var host=HOST --var user=x --repeat 3")
        #expect(twice.output.contains("3 passed, 0 failed"))
        try scratch.write("user,b\nada\n", to: "bad.csv")
        let before = server.requests.count
        let bad = try shell("inspector run a.http#who --var host=HOST --data bad.csv")
        #expect(bad.status == 2)
        #expect(bad.messages == "inspector: --data: bad.csv:2: the row has 1 value, the header 2 names\n")
        #expect(server.requests.count == before)
    }

    @Test("JUnit has every attempt, and tells one that a retry saved from one that none did")
    func junit() throws {
        let outcome = try shell(
            "inspector run 'a.http#Slow start' --var host=HOST --var user=x --junit r.xml")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("1 only on a retry"))
        let report = try scratch.read("r.xml")
        #expect(report.contains("<flakyFailure message=\"attempt 1 of 3: 503 Service Unavailable, then 1 ms"))
        #expect(!report.contains("<failure"))
        try scratch.write("# @retry 1\n# @retry-backoff 1ms\nGET {{host}}/status/503\n", to: "b.http")
        #expect(try shell("inspector run b.http --var host=HOST --junit r.xml").status == 1)
        #expect(try scratch.read("r.xml").contains("<rerunFailure message=\"attempt 1 of 2: 503"))
    }

    @Test("-w prints the variables of curl, and -o writes to a device as it is")
    func writeOut() throws {
        let line =
            #"curl -s -o /dev/null -w '%{http_code} %{size_download} %{content_type} %%\n' HOST/bytes/100"#
        #expect(try shell("inspector " + line).output == "200 100 application/octet-stream %\n")
        let unknown = try shell("inspector curl -s -w '%{nothing}x' HOST/hello")
        #expect(
            unknown.output.hasSuffix("x")
                && unknown.messages.contains("unknown --write-out variable: 'nothing'"))
        let times = try shell(#"inspector curl -s -o /dev/null -w '%{time_total}' HOST/hello"#)
        #expect(try #require(Double(times.output)) > 0)
    }

    @Test("words that are no path say which command may have been meant")
    func nearest() throws {
        let outcome = try shell("inspector rn x")
        #expect(outcome.status == 2)
        #expect(outcome.messages.contains("rn: No such file or directory; did you mean “run”?"))
    }

    @Test("describe lists requests, variables, environments, commands and flags, with its version")
    func describe() throws {
        try scratch.write(#"{"local": {"host": "http://h"}}"#, to: "http-client.env.json")
        let document = try JSONValue(parsing: try shell("inspector describe --json").output)
        #expect(document["version"]?.int == 1)
        let requests = try #require(document["files"]?[0]?["requests"]?.array)
        #expect(
            requests.map { $0["selector"]?.string } == [
                "./a.http#hello", "./a.http#Slow start", "./a.http#who",
            ])
        #expect(requests[2]["variables"] == ["host", "user"])
        #expect(document["environments"]?[0]?["name"] == "local")
        #expect(document["environments"]?[0]?["variables"] == ["host"])
        let run = try #require(document["commands"]?.array?.first { $0["name"] == "run" })
        #expect(run["flags"]?.array?.contains { $0["name"] == "--body" } == true)
        #expect(document["exitStatuses"]?[0] == ["status": 0, "meaning": "all good"])
        let selector = try #require(requests[1]["selector"]?.string)
        #expect(try shell("inspector run '\(selector)' --var host=HOST --var user=x").status == 0)
    }
}
