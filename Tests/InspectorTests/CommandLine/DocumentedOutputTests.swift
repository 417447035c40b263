import ClientEngine
import ClientEngineRecording
import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("What docs/running.md promises to other programs", .timeLimit(.minutes(1)))
struct DocumentedOutputTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "docs/running.md"), encoding: .utf8)
    }

    /// Returns the words in backticks in the table row that begins with `row`.
    private func words(of row: String) throws -> Set<String> {
        let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(row) |") }, "\(row)")
        return Set(line.matches(of: /`([A-Za-z0-9.]+)`/).map { String($0.1) })
    }

    @Test("Every field of every line of --json stands in the table of its event")
    func events() throws {
        let server = try SandboxServer.start()
        let scratch = try ScratchFolder()
        try scratch.write(
            """
            # @name flaky
            # @retry 1
            # @retry-backoff 1ms
            # @assert status == 201
            POST {{host}}/flaky/1?key=a

            text
            ###
            GET {{host}}/redirect/1
            ###
            # @timeout 20ms
            GET {{host}}/hang
            ###
            GET {{host}}/truncated
            """, to: "a.http")
        var options = Options()
        options.paths = [scratch.path + "/a.http"]
        options.variables = [.init(name: "host", value: server.url)]
        options.run.repetitions = 2
        let sink = Sink()
        let events = EventLines(start: SystemTime().now(), text: EventText(redaction: .none))
        var loop = SendLoop(
            client: Client(), mailbox: Mailbox<[SendLoop.Message]>(),
            output: JSONLines(events) { sink.text += $0 })
        let rounds = try RunRounds(options, trust: Trust(options))
        _ = loop.run(rounds: rounds.rounds.map(\.plan.jobs), titled: rounds.title)
        let lines = try sink.lines.map { try JSONValue(parsing: String($0)) }
        let everywhere: Set = ["event", "task", "tMs", "attempt", "exchange"]
        var seen: Set<String> = []
        for line in lines {
            guard case .object(let object) = line else { continue }
            let event = line["event"]?.string
            let documented = try words(of: event.map { "`\($0)`" } ?? "last line").union(everywhere)
            #expect(
                Set(object.members.map(\.name)).isSubset(of: documented), "\(event ?? "summary"): \(object)")
            seen.insert(event ?? "summary")
        }
        #expect(
            seen.isSuperset(of: ["round.started", "task.created", "attempt.ended", "assertion", "summary"]))
        guard case .object(let summary)? = lines.last?["summary"] else {
            Issue.record("there is no summary")
            return
        }
        #expect(Set(summary.members.map(\.name)).isSubset(of: try words(of: "last line")))
        #expect(lines.last?["version"]?.int == JSONLines.version)
        #expect(page.contains("`version`, now \(JSONLines.version), grows"))
    }

    @Test("Every field of describe stands in its table")
    func description() throws {
        let scratch = try ScratchFolder()
        try scratch.write("### A title\n# @name a\nGET {{host}}/x\n###\nGET /\nbad header\n", to: "a.http")
        try scratch.write(#"{"local": {"host": "http://h"}}"#, to: "http-client.env.json")
        var options = Options()
        options.paths = [scratch.path]
        let command = DescribeCommand(options: options)
        guard case .object(let document) = command.document(try command.files) else {
            Issue.record("it is no object")
            return
        }
        #expect(document["version"]?.int == DescribeCommand.version)
        for member in document.members {
            let documented = try words(of: "`\(member.name)`")
            #expect(member.value == .array([]) || member.name == "version" || !documented.isEmpty)
            let values = member.value.array ?? [member.value]
            for case .object(let object) in values {
                #expect(Set(object.members.map(\.name)).isSubset(of: documented), "\(member.name)")
            }
        }
        let requests = try #require(document["files"]?[0]?["requests"]?.array)
        #expect(requests.count == 2)
        for case .object(let request) in requests {
            #expect(Set(request.members.map(\.name)).isSubset(of: try words(of: "`files[].requests`")))
        }
    }

    @Test(
        "Every exit status stands in the table, with its meaning",
        arguments: InspectorCommandLine.ExitStatus.allCases)
    func statuses(status: InspectorCommandLine.ExitStatus) {
        #expect(page.contains("| \(status.rawValue) | \(status.meaning) |\n"))
    }
}
