import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("inspector watch", .ownThread, .serialized)
struct WatchCommandTests {
    private let server: SandboxServer
    private let folder: TemporaryFolder

    init() throws {
        server = try SandboxServer.start()
        folder = try TemporaryFolder()
    }

    /// Returns the command line that watches a shell script through its variable `API`.
    private func words(_ flags: [String] = [], shell line: String) throws -> [String] {
        [try BuiltProgram.path(), "watch", "--as", "API=\(server.url)"] + flags + [
            "--", "/bin/sh", "-c", line,
        ]
    }

    private func watch(_ flags: String..., shell line: String) throws -> Program.Outcome {
        defer { server.stop() }
        return try Program.run(try words(flags, shell: line), in: folder.path)
    }

    @Test("a program keeps its output and its status, and what it sends is told beside them")
    func told() throws {
        let outcome = try watch(
            shell: "curl -s $API/hello; curl -s -o /dev/null -d x $API/status/503; echo said >&2; exit 7")
        #expect(outcome.status == 7)
        #expect(outcome.output == "Hello, world!\n")
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.first?.hasPrefix("API=http://127.0.0.1:") == true)
        #expect(lines.first?.hasSuffix(" → \(server.url)") == true)
        #expect(lines.contains("said"))
        #expect(lines.contains { $0.hasPrefix("GET /hello → 200  passed on to \(server.url)  ") })
        #expect(lines.contains { $0.hasPrefix("POST /status/503 → 503  ") })
    }

    @Test("of a program that leaves in the middle of an answer, its status is told, too")
    func left() throws {
        let outcome = try watch(shell: "curl -sN \"$API/drip?bytes=100000&delay=0.02\" | head -c 1")
        #expect(outcome.output == "a")
        #expect(outcome.messages.contains(" → 200  passed on to \(server.url)  "))
        #expect(outcome.messages.contains("  program left after "))
    }

    @Test("a stub of the folder that forwards requests needs leave, and the lines name its server")
    func forwarding() throws {
        defer { server.stop() }
        let other = try SandboxServer.start()
        defer { other.stop() }
        let path = folder.path + "/mocks/mappings"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try folder.write(
            #"{"name": "on", "request": {"urlPattern": ".*"}, "response": {"proxyBaseUrl": "\#(other.url)"}}"#,
            to: "mocks/mappings/on.json")
        let line = "curl -s -o /dev/null $API/hello"
        let refused = try Program.run(try words(shell: line), in: folder.path)
        #expect(refused.messages.contains("--allow forward"))
        #expect(refused.messages.contains("GET /hello → 200  passed on to \(server.url)  "))
        #expect(other.requests.isEmpty)
        let allowed = try Program.run(try words(["--allow", "forward"], shell: line), in: folder.path)
        #expect(allowed.messages.contains("mocks: 1 of "))
        #expect(allowed.messages.contains("GET /hello → 200  mock: on, passed on to \(other.url)  "))
        #expect(other.requests.count == 1)
    }

    @Test("what was sent and answered is in the archive, without secrets")
    func archive() throws {
        let outcome = try watch(
            "--har", "calls.har",
            shell: "curl -s -H 'Authorization: Bearer sesame' $API/hello; curl -s $API/bytes/200000 | wc -c")
        #expect(outcome.status == 0)
        #expect(outcome.output == "Hello, world!\n200000\n")
        let text = try String(contentsOfFile: folder.path + "/calls.har", encoding: .utf8)
        #expect(!text.contains("sesame"))
        let entries = try #require(try JSONValue(parsing: text)["log"]?["entries"]?.array)
        let contents = entries.map { $0["response"]?["content"] }
        #expect(contents.first??["text"]?.string == "Hello, world!\n")
        #expect(contents.map { $0?["size"]?.int } == [14, 200_000])
    }

    @Test("a task that matches makes the status 1, unless the program has one of its own")
    func failures() throws {
        let line = "curl -s -o /dev/null $API/status/500; exit $STATUS"
        for (status, expected) in [("0", 1), ("4", 4)] as [(String, Int32)] {
            let outcome = try Program.run(
                try words(["--fail-if", "status:5xx"], shell: "STATUS=\(status); \(line)"))
            #expect(outcome.status == expected)
        }
        #expect(try watch("--fail-if", "status:4xx", shell: "STATUS=0; \(line)").status == 0)
    }

    @Test("a program that is not there, and one that cannot be run, have the statuses of shells")
    func missing() throws {
        defer { server.stop() }
        let file = try folder.write("no program", to: "text")
        for (name, status, why) in [
            ("no-such-program", 127, "not found"), (file, 126, "Permission denied"),
        ] as [(String, Int32, String)] {
            let outcome = try Program.run(
                [try BuiltProgram.path(), "watch", "--as", "API=\(server.url)", name])
            #expect(outcome.status == status)
            #expect(outcome.messages.contains("\(name): \(why)"))
        }
    }

    @Test(
        "signals reach the program, whose end is that of the command",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1])
    func signals(signal: Int32) throws {
        defer { server.stop() }
        let program = try Program(
            try words(
                shell:
                    "trap 'echo got; exit 9' TERM INT HUP USR1; echo ready; for i in $(seq 3000); do sleep 0.01; done"
            ))
        try program.wait(for: "the trap") { $0.contains("ready") ? () : nil }
        program.signal(signal)
        let outcome = try program.outcome()
        #expect(outcome.output == "ready\ngot\n")
        #expect(outcome.status == 9)
    }

    @Test("a program that a signal has ended is told as shells do, and its port is closed with it")
    func killed() throws {
        let outcome = try watch(shell: "curl -s $API/hello; echo $API; kill -9 $$")
        #expect(outcome.status == 128 + SIGKILL)
        let address = try #require(outcome.output.split(separator: "\n").last)
        #expect(try Program.run(["/usr/bin/curl", "-s", "--noproxy", "*", "\(address)/hello"]).status == 7)
    }

    @Test("with --plain the program keeps the terminal, and Ctrl-C reaches it once")
    func terminal() throws {
        defer { server.stop() }
        let terminal = try PseudoTerminal(
            try words(
                ["--plain"],
                shell:
                    "trap 'echo \"<int>\"' INT; echo ready; while read -r x; do exit 5; done; read -r x; exit 6"
            ),
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], columns: 80, rows: 24)
        try terminal.expect("ready")
        try terminal.send("\u{3}")
        try terminal.expect("<int>")
        try terminal.send("x\r")
        guard case .status(let status) = try terminal.waitForExit() else {
            Issue.record("a signal has ended it")
            return
        }
        #expect([5, 6].contains(status))
        #expect(
            String(decoding: terminal.transcript, as: UTF8.self).components(separatedBy: "<int>").count == 2)
    }

    @Test("without a program it prints the variables, and serves until a signal comes")
    func exports() throws {
        defer { server.stop() }
        let program = try Program(
            [try BuiltProgram.path(), "watch", "--as", "API=\(server.url)/hello", "--to", server.url])
        let lines = try program.wait(for: "the variables") { output in
            output.contains("$env:INSPECTOR_URL") && output.hasSuffix("\n") ? output.wholeLines : nil
        }
        #expect(lines[1].hasPrefix("export API='http://127.0.0.1:") && lines[1].hasSuffix("/hello'"))
        for line in ["\(lines[1]); curl -s $API", "\(lines[2]); curl -s $INSPECTOR_URL/hello"] {
            let outcome = try Program.run(["/bin/sh", "-c", "export NO_PROXY=127.0.0.1; \(line)"])
            #expect(outcome.output == "Hello, world!\n")
        }
        program.signal(SIGINT)
        let outcome = try program.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.messages.components(separatedBy: "GET /hello → 200").count == 3)
    }

    @Test("lines go into a file, as JSON where that is wanted")
    func file() throws {
        let outcome = try watch("--json", "-o", "events.jsonl", shell: "curl -s $API/hello; true")
        #expect(outcome.output == "Hello, world!\n" && outcome.messages.isEmpty)
        let text = try String(contentsOfFile: folder.path + "/events.jsonl", encoding: .utf8)
        let events = try text.wholeLines.map { try JSONValue(parsing: String($0)) }
        #expect(events.first?["event"]?.string == "server.started")
        #expect(events.first?["to"]?.string == server.url)
        let created = try #require(events.first { $0["event"]?.string == "task.created" })
        #expect(created["program"]?.string == "curl")
        #expect((created["pid"]?.int ?? 0) > 1)
        #expect(events.contains { $0["event"]?.string == "task.ended" && $0["status"]?.int == 200 })
        #expect(events.last?["summary"]?["tasks"]?.int == 1)
    }

    @Test("of several programs each line says which one it was, and a filter finds it")
    func programs() throws {
        let line =
            "curl -s -o /dev/null $API/hello; python3 -c 'import os, urllib.request as u; u.urlopen(os.environ[\"API\"]).read()'"
        let outcome = try Program.run(try words(["--fail-if", "program:python3"], shell: line))
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains(/GET \/ → 200 .* python3 [0-9]+\n/))
        #expect(!outcome.messages.contains(/GET \/hello → 200 .* curl [0-9]+\n/))
        #expect(try watch("--fail-if", "program:wget", shell: line).status == 0)
    }

    @Test("without --as a proxy shows plain HTTP in full, and TLS as tunnels")
    func proxy() throws {
        defer { server.stop() }
        let line = "curl -s \(server.url)/hello; curl -sk \(server.httpsURL)/hello; env | grep -ci _proxy="
        let outcome = try Program.run(
            [
                try BuiltProgram.path(), "watch", "--har", folder.path + "/calls.har", "/bin/sh", "-c",
                line,
            ])
        #expect(outcome.status == 0)
        #expect(outcome.output == "Hello, world!\nHello, world!\n9\n")
        let (lines, host) = (
            outcome.messages.split(separator: "\n"), server.httpsURL.dropFirst("https://".count)
        )
        #expect(lines.first?.hasSuffix(" → any server; TLS is not decrypted") == true)
        #expect(lines.contains { $0.hasPrefix("GET /hello → 200  passed on to \(server.url)  ") })
        #expect(lines.contains { $0.hasPrefix("CONNECT \(host) → 200  tunnel, not decrypted, ") })
        let archive = try JSONValue(
            parsing: try String(contentsOfFile: folder.path + "/calls.har", encoding: .utf8))
        let entries = try #require(archive["log"]?["entries"]?.array)
        #expect(entries.map { $0["_source"]?.string } == ["proxy", "tunnel"])
    }

    @Test("with a variable and a proxy, what goes through both is one task, at its true server")
    func both() throws {
        let outcome = try watch(
            "--as-proxy", shell: "curl -s $API/hello; curl -s \(server.url)/json -o /dev/null")
        #expect(outcome.output == "Hello, world!\n")
        #expect(
            outcome.messages.components(separatedBy: "GET /hello → 200  passed on to \(server.url)  ").count
                == 2)
        #expect(outcome.messages.components(separatedBy: " → 200  ").count == 3)
    }

    @Test("redirects of a watched server stay in sight, and what was changed is told")
    func redirects() throws {
        defer { server.stop() }
        let other = try SandboxServer.start()
        defer { other.stop() }
        // The second server is addressed through its variable. The first one redirects to its original address.
        let outcome = try Program.run(
            try words(
                ["--as", "OTHER=\(other.url)", "--json", "-o", folder.path + "/events.jsonl"],
                shell: "curl -sL $API/redirect/1?to=\(other.url)/hello; curl -sL $API/redirect/1"))
        #expect(outcome.output == "Hello, world!\nHello, world!\n")
        let text = try String(contentsOfFile: folder.path + "/events.jsonl", encoding: .utf8)
        let events = try text.wholeLines.map { try JSONValue(parsing: String($0)) }
        #expect(events.filter { $0["event"]?.string == "task.created" }.count == 4)
        let heads = events.filter { $0["event"]?.string == "exchange.head" }
        let changed = heads.compactMap { $0["handedOn"]?.array?.first?.array }
        #expect(changed.count == 1)
        #expect(changed.first?.first?.string == "Location")
        #expect(changed.first?.last?.string?.hasPrefix("http://127.0.0.1:") == true)
        #expect(changed.first?.last?.string?.hasPrefix(other.url) == false)
    }

    @Test(
        "a cookie of the server's domain can be kept by the program, and the line about it hides the secret")
    func cookies() throws {
        defer { server.stop() }
        let peer = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 200 OK\r\nSet-Cookie: sid=opensesame; Domain=example.com; Path=/\r\nContent-Length: 0\r\n\r\n"
            )
        }
        defer { peer.stop() }
        let outcome = try Program.run(
            try words(
                ["--as", "PEER=\(peer.url)"], shell: "curl -s -o /dev/null -c - $PEER | grep -c opensesame"))
        #expect(outcome.output == "1\n")
        #expect(outcome.messages.contains("Set-Cookie: <redacted:"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("opensesame"))
    }

    @Test("mocks stand in front of the server")
    func mocks() throws {
        try folder.writeLateMock()
        let outcome = try watch(shell: "curl -s -w '%{http_code}' $API/hello; curl -s -o /dev/null $API/json")
        #expect(outcome.output == "no429")
        #expect(outcome.messages.contains("GET /hello → 429  mock: late  "))
        #expect(outcome.messages.contains("GET /json → 200  passed on to "))
    }

    @Test(
        "what cannot be watched is said, and nothing is started",
        arguments: [
            (["--as", "API"], "--as takes VARIABLE=http://HOST[:PORT][/PATH] or https, not 'API'"),
            (["--as", "A=http://h", "--as", "A=http://i"], "--as A is given twice"),
            (["--as", "A=http://h", "--fail-if", "status:("], "--fail-if: "),
            (["--as", "A=http://h", "--har", "/nonexistent/x.har"], "/nonexistent"),
            (["--as", "A=http://h", "-o", "/nonexistent/x"], "/nonexistent/x: "),
            (["--as", "A=http://h", "--mocks", "/nonexistent"], "/nonexistent"),
        ] as [([String], String)])
    func refused(flags: [String], why: String) throws {
        defer { server.stop() }
        let outcome = try Program.run(
            [try BuiltProgram.path(), "watch"] + flags + ["--", "/bin/sh", "-c", "echo started"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains(why), "\(outcome.messages)")
    }
}
