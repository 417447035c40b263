import ClientEngine
import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngineRecording

@Suite("inspector attach", .ownThread, .serialized)
struct AttachTests {
    private let server: SandboxServer
    private let folder: TemporaryFolder
    private var socket: String { folder.path + "/socket" }

    init() throws {
        server = try SandboxServer.start()
        folder = try TemporaryFolder()
    }

    private static func example(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/attach/\(name)")
            .standardizedFileURL.path
    }

    private func words(_ more: String...) throws -> [String] {
        [try BuiltProgram.path(), "attach", socket] + more
    }

    /// Starts the command, and waits until programs can attach.
    private func listening(_ flags: String...) throws -> Program {
        let program = try Program([try BuiltProgram.path(), "attach", socket] + flags, in: folder.path)
        try program.wait(for: "the variables") { $0.contains("$env:INSPECTOR_SOCK") ? () : nil }
        return program
    }

    /// Returns an attached client of this process.
    private func client() throws -> Client {
        let client = Client(baseURL: server.url) { $0.retry = RetryPolicy(maximumRetries: 3) }
        try client.attach(to: socket)
        return client
    }

    // MARK: Lines

    @Test(
        "a program that reports what it sends, in fifty lines of Python, is shown, and its status is that of the command"
    )
    func report() throws {
        defer { server.stop() }
        let urls = ["\(server.url)/hello", "\(server.url)/status/503", "\(server.url)/bytes/70000"]
        let outcome = try Program.run(
            try words("--har", folder.path + "/calls.har", "--", "python3", Self.example("report.py")) + urls,
            in: folder.path)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.first == "INSPECTOR_SOCK=\(socket) → programs that embed ClientEngine")
        #expect(lines.contains { $0.hasPrefix("GET /hello → 200  \(server.url)  ") })
        #expect(lines.contains { $0.hasPrefix("GET /status/503 → 503  \(server.url)  ") })
        let archive = try JSONValue(
            parsing: try String(contentsOfFile: folder.path + "/calls.har", encoding: .utf8))
        let entries = try #require(archive["log"]?["entries"]?.array)
        #expect(entries.first?["response"]?["content"]?["text"]?.string == "Hello, world!\n")
        #expect(entries.map { $0["_source"]?.string } == ["attach", "attach", "attach"])
        #expect(entries.first?["_program"]?.string == "report.py")
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("a client that another program makes is told of as --json, and a filter makes the status 1")
    func events() async throws {
        defer { server.stop() }
        let program = try listening("--json", "-o", folder.path + "/events.jsonl", "--fail-if", "status:404")
        let client = try client()
        _ = try await client.send(.get("hello"))
        _ = try await client.send(.get("status/404"))
        let path = folder.path + "/events.jsonl"
        try await wait(for: "the end of both") {
            try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "task.ended").count == 3
        }
        program.signal(SIGINT)
        #expect(try program.outcome().status == 130)
        let events = try String(contentsOfFile: path, encoding: .utf8).wholeLines.map {
            try JSONValue(parsing: String($0))
        }
        #expect(events.first?["socket"]?.string == socket)
        let created = try #require(events.first { $0["event"]?.string == "task.created" })
        #expect(created["source"]?.string == "attach" && created["pid"]?.int == Int(getpid()))
        #expect(events.last?["summary"]?["tasks"]?.int == 2)
    }

    @Test("the mocks of the inspector are there before the first request, whenever a program is attached")
    func first() async throws {
        defer { server.stop() }
        try folder.writeLateMock()
        let program = try listening("-o", folder.path + "/lines")
        for _ in 1...20 {
            let client = Client(baseURL: server.url)
            try client.attach(to: socket, waiting: .seconds(60))
            #expect(try await client.send(.get("hello")).status == 429)
        }
        program.signal(SIGTERM)
        _ = try program.outcome()
    }

    @Test("another listener, in fifty lines of Python, prints what a client tells, and cancels its tasks")
    func listener() async throws {
        defer { server.stop() }
        let program = try Program(["python3", "-u", Self.example("listen.py"), socket, "hang"])
        try program.wait(for: "the socket") { $0.contains("listening at") ? () : nil }
        let client = try client()
        _ = try await client.send(.get("hello"))
        await #expect(throws: CancellationError.self) { try await client.send(.get("hang")) }
        try program.wait(for: "the end") { $0.contains("ended cancelled\n") ? () : nil }
        let text = try program.wait(for: "the first") { $0.contains("ended succeeded\n") ? $0 : nil }
        #expect(text.contains("created GET \(server.url)/hello\n"))
        #expect(text.contains("head status 200\n"))
        #expect(text.contains("received 14 bytes\n"))
    }

    @Test("numbers beyond all measure end neither the lines nor the command")
    func extremes() throws {
        defer { server.stop() }
        let script = """
            import os, socket
            most = 2 ** 63 - 1
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["INSPECTOR_SOCK"])
            lines = connection.makefile("rw", encoding="utf-8", newline="\\n")
            lines.readline()
            here = '"task":1,"attempt":1,"exchange":1,"t":5'
            for line in [
                '{"event":"hello","version":1,"program":"x","pid":1}',
                '{"event":"created","task":1,"t":1,"date":1,"method":"GET","url":"http://h/"}',
                f'{{"event":"attempt",{here},"waited":{most}}}',
                f'{{"event":"exchange",{here},"method":"GET","url":"http://h/"}}',
                f'{{"event":"delivered",{here},"count":{most}}}', f'{{"event":"delivered",{here},"count":{most}}}',
                f'{{"event":"attemptEnded",{here},"out":503,"retry":[503,{most},{most},"x"]}}',
                f'{{"event":"ended",{here},"state":"succeeded"}}',
            ]:
                lines.write(line + "\\n")
            lines.close()
            """
        let outcome = try Program.run(
            try words("--json", "-o", folder.path + "/lines", "--", "python3", "-c", script), in: folder.path)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let lines = try String(contentsOfFile: folder.path + "/lines", encoding: .utf8).wholeLines
        #expect(lines.contains { $0.contains(#""waitedMs":31536000000"#) })
        #expect(lines.contains { $0.contains("task.ended") })
    }

    @Test("the socket is for its user alone; one that is left over is replaced, and one that answers is not")
    func sockets() throws {
        defer { server.stop() }
        let first = try listening("--plain")
        var facts = stat()
        #expect(stat(socket, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let second = try Program.run(try words("--plain"))
        #expect(second.status == 2)
        #expect(second.messages.contains("another inspector listens at \(socket)"))
        first.signal(SIGKILL)
        _ = try first.outcome()
        #expect(FileManager.default.fileExists(atPath: socket))
        let third = try listening("--plain")
        third.signal(SIGTERM)
        #expect(try third.outcome().status == 143)
        #expect(!FileManager.default.fileExists(atPath: socket))
        try Data("kept".utf8).write(to: URL(filePath: socket))
        #expect(try Program.run(try words("--plain")).status == 2)
        #expect(try String(contentsOfFile: socket, encoding: .utf8) == "kept")
    }

    @Test(
        "what does not speak its language is sent away, and said",
        arguments: [
            ("GET / HTTP/1.1", "no JSON"), (#"{"event":"created"}"#, "which version"),
            (#"{"event":"hello","version":99,"program":"later"}"#, "later "),
            (#"{"event":"refused","version":99,"program":"later"}"#, "speaks version 99"),
        ])
    func strangers(line: String, problem: String) throws {
        defer { server.stop() }
        let program = try listening("--plain")
        let said = try Program.run([
            "python3", "-c",
            "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(sys.argv[2].encode() + b'\\n'); print(s.makefile().read(), end='')",
            socket, line,
        ])
        #expect(said.output.hasPrefix(#"{"event":"hello","version":1,"until":"ready"}"#))
        program.signal(SIGTERM)
        let messages = try program.outcome().messages
        #expect(messages.contains(" was sent away: "))
        #expect(messages.contains(problem))
    }

    @Test("a process of another user is sent away", .enabled(if: geteuid() == 0))
    func otherUser() throws {
        defer { server.stop() }
        let program = try listening("--plain")
        chmod(socket, 0o666)
        let connect =
            "import os, socket, sys; s = socket.socket(socket.AF_UNIX); os.setresuid(65534, 65534, 65534); s.connect(sys.argv[1]); print(s.makefile().read(), end='')"
        chmod(folder.path, 0o755)
        let said = try Program.run(["python3", "-c", connect, socket])
        #expect(said.output.contains("another user") || said.messages.contains("Permission denied"))
        program.signal(SIGTERM)
        _ = try program.outcome()
    }

    @Test("nothing is attached by the program itself")
    func itself() throws {
        defer { server.stop() }
        _ = try folder.write("GET \(server.url)/hello\n", to: "a.http")
        let outcome = try Program.run(
            try words("--", try BuiltProgram.path(), "run", "a.http"), in: folder.path)
        #expect(outcome.status == 0)
        #expect(!outcome.messages.contains("GET /hello → 200"))
    }

    // MARK: The screen

    private func screen(_ more: String..., state: String? = nil) throws -> InspectorSession {
        let mocks = folder.path + "/mocks"
        try FileManager.default.createDirectory(
            atPath: mocks + "/mappings", withIntermediateDirectories: true)
        let session = try InspectorSession(
            ["attach", socket, "--mocks", mocks] + more,
            environment: ["PATH": "/usr/bin:/bin"].merging(state.map { ["XDG_STATE_HOME": $0] } ?? [:]) {
                $1
            },
            columns: 140, rows: 40)
        try session.see("INSPECTOR_SOCK=")
        return session
    }

    @Test("tasks of a program are rows, are cancelled, have waits ended, are sent again and mocked with keys")
    func keys() async throws {
        defer { server.stop() }
        let session = try screen()
        let client = try client()
        _ = try await client.send(.get("hello"))
        try session.see("/hello")
        try session.press("6")
        try session.see("asked by")
        try session.see(" \(getpid())")
        // Resent from the inspector.
        try session.press("r")
        try session.see("resend of 1")
        // Cancelled in the inspector.
        let hanging = client.start(.get("hang"))
        try session.see("/hang")
        try session.press("G")
        try session.press("c")
        await #expect(throws: CancellationError.self) { try await hanging.value }
        try session.see("cancelled")
        // Ends a wait.
        let key = UUID().uuidString
        let waiting = client.start(
            .get("flaky/1?key=\(key)").with {
                $0.retry = RetryPolicy(maximumRetries: 3, backoff: Backoff(from: .seconds(9)))
            })
        try session.see("/flaky/1")
        try session.see("waiting")
        try session.press("G")
        try session.press("R")
        #expect(try await waiting.value.status == 200)
        // A mock made in the inspector answers the next request.
        try session.press("G")
        try session.press("m5")
        try session.see("would have matched")
        try session.press("\r")
        try session.seeNoMore("would have matched")
        try await wait(for: "the mock") { client.mocks.all.count == 1 }
        let mocked = Request.get("flaky/1?key=\(key)").with { $0.retry = .never }
        #expect(try await client.send(mocked).status == 500)
        try session.see("MOCK 500")
        _ = try session.quit()
        // The mock lasts as long as the inspector runs.
        try await wait(for: "the end of the mock") { client.mocks.all.isEmpty }
    }

    @Test("what a program has sent stands in the list of the next screen, with the program's name")
    func kept() async throws {
        defer { server.stop() }
        let state = try TemporaryFolder()
        let first = try screen(state: state.path)
        _ = try await client().send(.get("hello?word=needle"))
        try first.see("word=needle")
        #expect(try first.quit() == .status(0))
        let second = try screen(state: state.path)
        try second.press("k")
        try second.see("word=needle")
        try second.press("6")
        try second.see("asked by")
        try second.see(" \(getpid())")
        #expect(try second.quit() == .status(0))
    }

    @Test("a program that is started gets the variable, and its output is a pane")
    func started() throws {
        defer { server.stop() }
        let session = try screen("--", "python3", Self.example("report.py"), "\(server.url)/hello")
        try session.see("GET     /hello")
        try session.see("ended with 0")
        #expect(try session.quit() == .status(0))
    }

    @Test("a program that leaves with a live task leaves it cancelled, and its row stays")
    func leaving() throws {
        defer { server.stop() }
        let session = try screen()
        let program = try Program(
            ["python3", Self.example("report.py"), "\(server.url)/hang"],
            environment: ["INSPECTOR_SOCK": socket, "PATH": "/usr/bin:/bin"])
        try session.see("/hang")
        try session.see("1 live")
        program.signal(SIGKILL)
        try session.see("has left")
        try session.see("cancelled")
        _ = try session.quit()
    }
}
