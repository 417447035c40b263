import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("The tasks of attached programs in the history", .ownThread, .timeLimit(.minutes(2)))
struct AttachedHistoryTests {
    private let scratch: ScratchFolder
    private let server: SandboxServer

    init() throws {
        scratch = try ScratchFolder()
        server = try SandboxServer.start()
    }

    private var socket: String { scratch.path + "/socket" }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "XDG_STATE_HOME": scratch.path + "/state", "XDG_CONFIG_HOME": scratch.path + "/config",
        ]) { $1 }
    }

    private func history(_ words: String...) throws -> [JSONValue] {
        let outcome = try Program.run(
            [BuiltProgram.path(), "history", "--json"] + words, in: scratch.path, environment: environment)
        return try outcome.output.wholeLines.map { try JSONValue(parsing: String($0)) }
    }

    /// Attaches a client of this process while the command runs.
    ///
    /// Returns the outcome of the command.
    private func attach(
        _ flags: String..., send: (Client) async throws -> Void
    ) async throws -> Program.Outcome {
        let program = try Program(
            [BuiltProgram.path(), "attach", socket, "-o", "lines"] + flags, in: scratch.path,
            environment: environment)
        try program.wait(for: "the variables") { $0.contains("$env:INSPECTOR_SOCK") ? () : nil }
        let client = Client(baseURL: server.url)
        try client.attach(to: socket)
        try await send(client)
        // Events arrive in order, so the events of this task come last.
        _ = try await client.send(.get("status/410"))
        let lines = scratch.path + "/lines"
        try await wait(for: "the line of the last task") {
            try String(contentsOfFile: lines, encoding: .utf8).contains("GET /status/410 → 410")
        }
        program.signal(SIGTERM)
        return try program.outcome()
    }

    @Test("are kept with attempts and bodies, without secrets, and found again")
    func kept() async throws {
        defer { server.stop() }
        _ = try await attach { client in
            var request = Request.post("echo", body: .text(#"{"password":"canary-in-body"}"#))
            request.headers["Authorization"] = "Bearer canary-in-field"
            _ = try await client.send(request)
            var flaky = Request.get("flaky/1?key=\(UUID().uuidString)&token=canary-in-url")
            flaky.retry = RetryPolicy(maximumRetries: 2, backoff: Backoff(from: .milliseconds(1)))
            _ = try await client.send(flaky)
            _ = try await client.send(.get("hello"))
        }
        let tasks = try history()
        #expect(tasks.map { $0["status"]?.int } == [410, 200, 200, 200])
        #expect(tasks.allSatisfy { $0["source"]?.string == "attach" })
        #expect(try history("is:retried").map { $0["attempts"]?.int } == [2])
        #expect(try history("body:\"hello, world\"").count == 1)
        let found = try Program.run([
            "/bin/sh", "-c", "grep -rlac canary- \"$0\"", scratch.path + "/state",
        ])
        #expect(found.output.isEmpty, "\(found.output)")
    }

    @Test("are not kept with --no-history, and in folders that are left out")
    func leftOut() async throws {
        defer { server.stop() }
        _ = try await attach("--no-history") { _ in }
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/config/inspector", withIntermediateDirectories: true)
        let real = URL(filePath: scratch.path).resolvingSymlinksInPath().path
        try scratch.write(
            "{\"history\": {\"leaveOut\": [\"\(scratch.path)/\", \"\(real)\"]}}",
            to: "config/inspector/config.json")
        _ = try await attach { _ in }
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/state/inspector/history.sqlite"))
    }

    @Test("are told all the same where nothing can be kept, and that is said")
    func unwritable() async throws {
        defer { server.stop() }
        try scratch.write("no folder", to: "state")
        let outcome = try await attach { _ in }
        #expect(outcome.status == 143)
        #expect(outcome.messages.contains("1 task is not kept in the history"), "\(outcome.messages)")
    }
}
