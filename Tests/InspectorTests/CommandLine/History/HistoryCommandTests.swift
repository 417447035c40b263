import EngineJSON
import Foundation
import InspectorCanvas
import InspectorSandbox
import InspectorTestSupport
import InspectorValues
import Testing

@testable import ClientEngine
@testable import InspectorCommandLine
@testable import InspectorHistory

@Suite("inspector history", .ownThread, .timeLimit(.minutes(2)))
struct HistoryCommandTests {
    private let scratch: ScratchFolder
    private let server: SandboxServer

    init() throws {
        scratch = try ScratchFolder()
        server = try SandboxServer.start()
    }

    private func run(_ words: String...) throws -> Program.Outcome {
        try Program.run(
            [BuiltProgram.path()] + words, in: scratch.path,
            environment: ProcessInfo.processInfo.environment.merging([
                "XDG_STATE_HOME": scratch.path + "/state", "XDG_CONFIG_HOME": scratch.path + "/config",
            ]) { $1 })
    }

    private static let requests = """
        ### Log in
        # @name login
        POST {{host}}/echo?content=first-answer&token=canary-in-url
        Authorization: Bearer canary-in-field

        {"password":"canary-in-body"}
        ### Flaky
        # @retry 1
        # @retry-backoff 1ms
        # @retry-always
        # @assert status == 200
        GET {{host}}/flaky/1?key=h
        ### Gone
        GET {{host}}/status/404
        """

    private func send(_ more: String...) throws -> Program.Outcome {
        try scratch.write(Self.requests, to: "a.http")
        return try Program.run(
            [BuiltProgram.path(), "run", "a.http", "--var", "host=\(server.url)"] + more, in: scratch.path,
            environment: ProcessInfo.processInfo.environment.merging([
                "XDG_STATE_HOME": scratch.path + "/state", "XDG_CONFIG_HOME": scratch.path + "/config",
            ]) { $1 })
    }

    @Test("what a run has sent is listed, filtered, searched, exported, summed up and erased")
    func all() throws {
        #expect(try run("history").messages.contains("nothing was kept yet"))
        #expect(try send().status == 0)
        #expect(try send().status == 0)

        let lines = try run("history").output.split(separator: "\n")
        #expect(lines.count == 7 + 4, "\(lines)")
        #expect(lines[1].contains("6 ") && lines[1].contains("404"))
        let objects = try run("history", "--json").output.split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
        #expect(objects.map { $0["id"]?.int } == [6, 5, 4, 3, 2, 1])
        #expect(objects.map { $0["session"]?.int } == [2, 2, 2, 1, 1, 1])
        #expect(objects[1]["attempts"]?.int == 2)
        #expect(objects[5]["name"]?.string == "login")

        func ids(_ words: String...) throws -> [Int?] {
            try Program.run(
                [BuiltProgram.path(), "history", "--json"] + words, in: scratch.path,
                environment: ["XDG_STATE_HOME": scratch.path + "/state"]
            ).output.split(separator: "\n").map { try JSONValue(parsing: String($0))["id"]?.int }
        }
        #expect(try ids("status:404") == [6, 3])
        #expect(try ids("is:retried", "--limit", "1") == [5])
        #expect(try ids("since:1h", "method:POST") == [4, 1])
        #expect(try ids("since:1h", "!method:POST", "header:FLAKY") == [5, 2])
        #expect(try ids("body:first-ANSWER") == [4, 1])
        #expect(try ids("body:nowhere-to-be-found") == [])
        #expect(try ids("body:\"first-answer\"", "status:404") == [])

        let har = try run("history", "is:retried", "--har", "out.har")
        #expect(har.status == 0)
        let archive = try JSONValue(parsing: Data(contentsOf: URL(filePath: scratch.path + "/out.har")))
        #expect(archive["log"]?["entries"]?.array?.map { $0["_task"]?.int } == [2, 2, 5, 5])

        let statistics = try run("history", "--stats").output
        #expect(statistics.contains("6 of 2 sessions") && statistics.contains("whole"))
        #expect(try run("history", "--erase").output == "erased: 6 tasks\n")
        #expect(try run("history", "--json").output.isEmpty)
    }

    @Test("no secret of a run stands in what is kept, also where the run itself shows them")
    func secrets() throws {
        #expect(try send("--with-secrets").status == 0)
        let outcome = try Program.run(["/bin/sh", "-c", "grep -rlac canary- \"$0\"", scratch.path + "/state"])
        #expect(outcome.output.isEmpty, "\(outcome.output)")
        #expect(try run("history", "--json").output.contains("<redacted:"))
    }

    @Test("nothing is kept with --no-history, and of folders that are left out")
    func leftOut() throws {
        _ = try send("--no-history")
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/config/inspector", withIntermediateDirectories: true)
        let real = URL(filePath: scratch.path).resolvingSymlinksInPath().path
        try scratch.write(
            "{\"history\": {\"leaveOut\": [\"\(scratch.path)/\", \"\(real)\"]}}",
            to: "config/inspector/config.json")
        _ = try send()
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/state/inspector/history.sqlite"))
        try scratch.write("{\"history\": {\"leaveOut\": [\"x\"]}}", to: "config/inspector/config.json")
        #expect(try send().messages.contains("“history.leaveOut” takes an array of folders, from / or ~/"))
    }

    @Test("a run goes well where nothing can be kept, and says so")
    func unwritable() throws {
        try scratch.write("no folder", to: "state")
        let outcome = try send()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("login"))
        #expect(outcome.messages.contains("3 tasks are not kept in the history"), "\(outcome.messages)")
    }

    @Test("a filter that is wrong is said, and so is a history that cannot be read")
    func wrong() throws {
        #expect(try run("history", "status:x").status == 2)
        let database = scratch.path + "/state/inspector/history.sqlite"
        try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
        let outcome = try run("history")
        #expect(outcome.status == 2)
        #expect(outcome.messages.contains("the history cannot be read: \(database) is not a regular file"))
    }

    @Test(
        "a damaged database is set aside by the command that finds it, which says so once",
        arguments: [
            ["history"], ["history", "--json"], ["history", "--stats"], ["history", "--erase"],
            ["diff", "1", "2"],
        ])
    func damaged(command: [String]) throws {
        try scratch.write("no database, but a text that is long enough", to: "state/inspector/history.sqlite")
        func outcome() throws -> Program.Outcome {
            try Program.run(
                [BuiltProgram.path()] + command, in: scratch.path,
                environment: ["XDG_STATE_HOME": scratch.path + "/state"])
        }
        let first = try outcome()
        #expect(first.status == (command[0] == "diff" ? 2 : 1), "\(first.messages)")
        #expect(
            first.messages.contains(
                "it was set aside as \(scratch.path)/state/inspector/history.sqlite.corrupt-"))
        #expect(first.messages.contains("sqlite3 "))
        #expect(try !outcome().messages.contains("set aside"))
        #expect(try send().status == 0)
        #expect(try run("history", "--json").output.split(separator: "\n").count == 3)
    }

    @Test(
        "tasks of an earlier version are listed, also those before a wrong byte in its journal, and that file is named once"
    )
    func damagedJournal() throws {
        let state = scratch.path + "/state/inspector"
        try HistoryScene.copyVersion7(to: state)
        let journal = state + "/history.journal"
        var bytes = try Data(contentsOf: URL(filePath: journal))
        bytes[bytes.count - 40] = ~bytes[bytes.count - 40]
        try bytes.write(to: URL(filePath: journal))
        let outcome = try run("history", "--json")
        #expect(outcome.output.split(separator: "\n").count == 12)
        #expect(outcome.messages.contains("it was set aside as \(journal).corrupt-"))
        #expect(outcome.messages.contains("1 task that could be read"))
        #expect(try !run("history", "--json").messages.contains("set aside"))
    }
}
