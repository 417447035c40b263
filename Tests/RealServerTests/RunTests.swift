import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@Suite(
    "inspector run against nginx and httpbin", .ownThread, .enabled(if: RealServers.haveBinary),
    .timeLimit(.minutes(2)))
struct RunTests {
    @Test("below 500 any status is an answer: all good is exit status 0, one line per task")
    func success() throws {
        let run = try ProgramRun(
            """
            GET \(RealServers.nginx)/hello.txt

            ###
            GET \(RealServers.httpbin)/status/404

            """)
        let outcome = try run.run()
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("✓ \(RealServers.nginx)/hello.txt ") == true)
        #expect(lines.dropFirst().first?.contains(" 404 ") == true)
        #expect(lines.last?.hasPrefix("1 passed, 0 failed, 1 with 4xx") == true)
    }

    @Test("--fail-if turns an answer into exit status 1")
    func failIf() throws {
        let run = try ProgramRun("GET \(RealServers.httpbin)/status/404\n")
        #expect(try run.run("--fail-if", "status:4xx").status == 1)
        #expect(try run.run("--fail-if", "status:5xx").status == 0)
    }

    @Test("--fail-if with an expression that backtracks ends soon, with exit status 1 and the reason")
    func failIfBacktracking() throws {
        let line = "GET \(RealServers.nginx)/\(String(repeating: "a", count: 40))!\n\n###\n"
        let run = try ProgramRun(String(repeating: line, count: 100))
        let outcome = try run.run("--fail-if", "/(a+)+$/")
        #expect(outcome.status == 1)
        #expect(
            outcome.messages.contains("--fail-if: the expression takes too long on 100 tasks, not decided"))
    }

    @Test("output that a full disk does not take is a failure, and said")
    func fullDisk() throws {
        let run = try ProgramRun("GET \(RealServers.nginx)/hello.txt\n")
        for arguments in ["run a.http", "run a.http --json", "export curl a.http", "--version"] {
            let line = "exec \"$0\" \(arguments) >/dev/full"
            let outcome = try Program(["/bin/sh", "-c", line, RealServers.binary], in: run.folder.path)
                .outcome()
            #expect(outcome.status == 1, "\(arguments)")
            #expect(outcome.messages.contains("not everything was written: standard output"), "\(arguments)")
        }
    }

    @Test("a status of 5xx is exit status 1, unless it is asserted")
    func serverError() throws {
        let line = "GET \(RealServers.httpbin)/status/503\n"
        #expect(try ProgramRun(line).run().status == 1)
        #expect(try ProgramRun("# @assert status == 503\n" + line).run().status == 0)
    }

    @Test("a task without a complete response is exit status 1, and says why")
    func failure() throws {
        let run = try ProgramRun("GET \(RealServers.nginx)/dropped\n")
        let outcome = try run.run()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("connectionLost/wait"))
    }

    @Test(
        "a request with an unknown name is left out by its place, the others are sent, and the exit status is 1"
    )
    func leftOut() throws {
        let run = try ProgramRun(
            """
            GET \(RealServers.nginx)/hello.txt

            ###
            GET {{nowhere}}/x

            """)
        let outcome = try run.run()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("/hello.txt"))
        #expect(outcome.messages.contains("a.http:4:5: “GET {{nowhere}}/x” is left out: "))
        #expect(outcome.messages.contains("nowhere"))
    }

    @Test("a HAR that cannot be written is exit status 2 before anything is sent")
    func unwritable() throws {
        let run = try ProgramRun("GET \(RealServers.nginx)/hello.txt\n")
        let outcome = try run.run("--har", "none/out.har")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
    }

    @Test("--json tells a retried task from beginning to end")
    func json() throws {
        let run = try ProgramRun(
            """
            # @retry 1
            # @retry-backoff 10ms
            GET \(RealServers.httpbin)/status/503

            """)
        let lines = try run.run("--json").lines
        #expect(lines.first?["event"] == "task.created")
        #expect(lines.filter { $0["event"] == "attempt.started" }.count == 2)
        #expect(lines.filter { $0["event"] == "exchange.head" }.allSatisfy { $0["status"]?.int == 503 })
        let summary = try #require(lines.last?["summary"])
        #expect(summary["attempts"]?.int == 2)
        #expect(summary["failed"]?.int == 1)
    }

    @Test("a HAR has one entry for each exchange, whose time is the sum of its timings, for its owner only")
    func har() throws {
        let run = try ProgramRun(
            """
            GET \(RealServers.httpbin)/redirect/1

            ###
            POST \(RealServers.httpbin)/post
            Authorization: Bearer secret

            { "a": 1 }

            """)
        #expect(try run.run("--har", "out.har").status == 0)
        let path = run.folder.appendingPathComponent("out.har").path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let entries = try #require(JSONValue(parsing: text)["log"]?["entries"]?.array)
        #expect(entries.map { $0["response"]?["status"]?.int } == [302, 200, 200])
        for entry in entries {
            let timings = try #require(entry["timings"])
            let sum = ["blocked", "dns", "connect", "send", "wait", "receive"]
                .compactMap { timings[$0]?.double }.filter { $0 >= 0 }.reduce(0, +)
            let time = try #require(entry["time"]?.double)
            #expect(abs(time - sum) < 0.01)
            #expect(time > 0)
        }
        let sent = try #require(entries.last?["request"]?["headers"]?.array)
        #expect(sent.first { $0["name"] == "Authorization" }?["value"]?.string?.contains("secret") == false)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("a signal cancels what is live, and the HAR is written all the same", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) throws {
        let run = try ProgramRun("GET \(RealServers.httpbin)/delay/10\n")
        let outcome = try run.interrupt("--json", "--har", "out.har", with: signal, when: #""phase":"wait""#)
        #expect(outcome.status == 128 + signal)
        #expect(try outcome.lines.last?["summary"]?["cancelled"]?.int == 1)
        let har = try Data(contentsOf: run.folder.appendingPathComponent("out.har"))
        let entries = try JSONValue(parsing: Array(har))["log"]?["entries"]?.array
        #expect(entries?.first?["_state"] == "cancelled")
    }

    @Test("tasks come out in the order of the file, whichever answers first")
    func order() throws {
        let run = try ProgramRun(
            """
            GET \(RealServers.httpbin)/delay/1

            ###
            GET \(RealServers.nginx)/ping

            """)
        let created = try run.run("--json", "--parallel", "2").lines.filter { $0["event"] == "task.created" }
        #expect(created.map { $0["task"]?.int } == [1, 2])
        #expect(created.last?["url"]?.string == "\(RealServers.nginx)/ping")
    }
}
