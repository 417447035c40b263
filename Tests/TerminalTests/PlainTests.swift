import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Without a screen", .ownThread, .serialized)
struct PlainTests {
    private static func run(_ input: String, _ words: [String] = ["demo", "--plain"]) throws
        -> Program.Outcome
    {
        let folder = try TemporaryFolder()
        let environment = PseudoTerminal.environment.merging(
            [
                "TMPDIR": folder.path, "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "TERM": "",
            ]
        ) { $1 }
        return try Program.run(
            [try BuiltProgram.path()] + words, environment: environment, input: Array(input.utf8))
    }

    @Test("commands come from a pipe, lines go into one, and the end waits for what is live")
    func pipe() throws {
        let outcome = try Self.run("list fails\nsend 9\nsend 22\nnonsense\n")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(lines.first == "31 saved requests in 5 files; list shows them, help all commands")
        #expect(lines.contains { $0.hasPrefix("9 GET Fails three times") })
        #expect(lines.contains("there is no command “nonsense”; help lists them"))
        #expect(lines.contains { $0.contains("attempt 1: 503, trying again in ") })
        #expect(lines.contains { $0.contains("attempt 4 of 5 begins") })
        #expect(lines.contains { $0.contains(": ok: 200 OK") && $0.hasSuffix("4 attempts") })
        #expect(lines.contains { $0.contains("/status/500: failed: 500 Internal Server Error") })
        #expect(!outcome.bytes.contains(0x1B))
    }

    @Test("a task is shown, cancelled and counted by its number")
    func tasks() throws {
        let session = try InspectorSession(["demo", "--plain"], columns: 160)
        try session.see("saved requests")
        try session.press("send hangs until\r")
        try session.see("1 GET /hang: started")
        try session.press("cancel 1\r")
        try session.see("1 GET /hang: cancelled after")
        try session.press("quit\r")
        #expect(try session.waitForExit() == .status(0))
        let nothing = try Self.run("cancel 4\nshow 1 body\ntasks\n")
        #expect(nothing.output.contains("there is no task 4; tasks lists them"))
        #expect(nothing.output.contains("nothing was sent yet"))
    }

    @Test("questions are answered by lines, secrets are not shown, and the terminal stays as it was")
    func questions() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "# @note Send it?\n# @prompt who the name\nGET http://127.0.0.1:9/{{who}}\n", to: "a.http")
        let session = try InspectorSession([folder.path, "--plain"])
        try session.see("1 saved request in 1 file")
        #expect(!session.screen.isAlternate && session.terminal.isCooked)
        try session.press("send 1\r")
        try session.see("question: Send it? [y, n]")
        try session.press("y\r")
        try session.see("question: who (the name):")
        try session.press("ada\r")
        try session.see("1 GET /ada: failed: connect/connect")
        try session.press("\u{4}")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.isTerminalRestored)
    }

    @Test("what is typed for a secret does not show, and what is typed after it does")
    func secret() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write(
            "# @prompt token the API token\nGET \(server.url)/hello\nAuthorization: Bearer {{token}}\n",
            to: "a.http")
        let session = try InspectorSession([folder.path, "--plain"])
        try session.see("1 saved request in 1 file")
        try session.press("send 1\r")
        try session.see("question: token (the API token):")
        try session.press("s3cret-words\r")
        try session.see("1 GET /hello: ok: 200 OK")
        try session.press("tasks\r")
        try session.see("tasks")
        #expect(!session.screen.text.contains("s3cret"))
        try session.press("\u{4}")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.isTerminalRestored)
    }

    @Test("of an archive the answers, the attempts and the times are said, too, and can be shown")
    func archive() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write(
            """
            # @retry 1
            # @retry-backoff 1ms
            # @retry-always
            GET \(server.url)/flaky/1?key=plain
            ###
            GET http://127.0.0.1:9/
            """, to: "a.http")
        let archive = folder.path + "/a.har"
        _ = try Program.run(
            [
                try BuiltProgram.path(), "run", "--no-history", "--har", archive,
                folder.path + "/a.http",
            ],
            environment: PseudoTerminal.environment)
        let outcome = try Self.run("show 1 timing\nshow 1 headers\nlist\n", ["--plain", archive])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(lines.contains { $0.contains("/flaky/1?key=plain: attempt 1: 503, trying again in ") })
        #expect(
            lines.contains {
                $0.hasPrefix("1 GET ") && $0.contains(": ok: 200 OK, ") && $0.hasSuffix("ms, 2 attempts")
            })
        #expect(lines.contains { $0.hasPrefix("2 GET ") && $0.contains(": failed: connect") })
        #expect(lines.contains("2 tasks in the archive; show N [PAGE] shows one"))
        #expect(lines.contains("2 saved requests in 1 file; list shows them, help all commands"))
        #expect(outcome.output.contains("Content-Type"))
    }

    @Test("a signal ends it with its number")
    func signals() throws {
        let session = try InspectorSession(["demo", "--plain"])
        try session.see("saved requests")
        try session.press("\u{3}")
        #expect(try session.waitForExit() == .status(130))
    }
}
