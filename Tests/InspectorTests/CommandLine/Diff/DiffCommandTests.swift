import Foundation
import InspectorCanvas
import InspectorTestSupport
import InspectorValues
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorCommandLine
@testable import InspectorHistory

@Suite("inspector diff", .ownThread, .timeLimit(.minutes(1)))
struct DiffCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func diff(_ words: String...) throws -> Program.Outcome {
        try Program.run(
            [BuiltProgram.path(), "diff"] + words, in: scratch.path,
            environment: ["XDG_STATE_HOME": scratch.path + "/state", "LC_ALL": "C.UTF-8"])
    }

    @Test(
        "bodies are compared: JSON by structure, text by lines, others as a whole; the status says whether they differ"
    )
    func bodies() throws {
        try scratch.write(#"{"a":1,"b":[{"id":1},{"id":2}]}"#, to: "a.json")
        try scratch.write(#"{"b":[{"id":2},{"id":1}],"a":1}"#, to: "b.json")
        try scratch.write(#"{"b":[{"id":1},{"id":2}],"a":1}"#, to: "same.json")
        try scratch.write("one\ntwo\n", to: "a.txt")
        try scratch.write("one\nthree\n", to: "b.txt")
        let json = try diff("a.json", "b.json")
        #expect(json.status == 1)
        #expect(json.output == "--- a.json\n+++ b.json\n  > $.b[1]: was at [0]\n")
        #expect(try diff("a.json", "same.json").status == 0)
        #expect(try diff("a.json", "same.json").output.isEmpty)
        #expect(try diff("a.txt", "b.txt").output == "--- a.txt\n+++ b.txt\n    one\n  - two\n  + three\n")
        #expect(try diff("a.txt", "nowhere.txt").status == 2)
        #expect(try diff("a.txt").status == 2)
    }

    @Test("tasks of the history and entries of archives are compared")
    func calls() throws {
        let session = HistorySession(
            folder: HistoryFolder(path: scratch.path + "/state/inspector"), command: "test",
            redaction: Redaction())
        let writer = HistoryWriter(session)
        writer.add(try .sample(1, body: #"{"n":1}"#, head: "Date: yesterday\r\nX-A: 1\r\n"))
        writer.add(try .sample(2, body: #"{"n":2}"#, head: "Date: today\r\nX-B: 1\r\n"))
        writer.add(try .sample(3, body: #"{"n":1}"#, head: "X-A: 1\r\n"))
        #expect(writer.finish(within: patience).saved == 3)
        let outcome = try diff("1", "2")
        #expect(outcome.status == 1)
        for line in ["  - x-a: 1", "  + x-b: 1", "  ~ $.n: 1 -> 2", "Times", "--- 1", "+++ 2"] {
            #expect(outcome.output.split(separator: "\n").contains { $0 == line }, "\(outcome.output)")
        }
        #expect(!outcome.output.contains("yesterday"))
        #expect(try diff("1", "3").status == 0)
        #expect(try diff("1", "99").messages.contains("no task of the history"))

        let state = ["XDG_STATE_HOME": scratch.path + "/state"]
        _ = try Program.run(
            [BuiltProgram.path(), "history", "--har", "all.har"], in: scratch.path, environment: state)
        #expect(try diff("1", "all.har#1").status == 0)
        #expect(try diff("all.har#1", "all.har#3").status == 0)
        #expect(try diff("all.har#1", "all.har#2").status == 1)
        #expect(try diff("all.har#1", "all.har#9").messages.contains("has no entry 9"))
        #expect(try diff("all.har", "1").messages.contains("say which"))
        try scratch.write("[1]", to: "no.har")
        #expect(try diff("no.har", "1").status == 2)
        try scratch.write("{}", to: "body.json")
        #expect(try diff("1", "body.json").messages.contains("one is a call"))
    }

    @Test("a secret that has another number in another session is no difference")
    func secrets() throws {
        func call(_ number: Int, _ body: String) -> ComparedCall {
            ComparedCall(
                request: .init(
                    line: "GET /?t=<redacted:\(number)>", headers: [("A", "<redacted:\(number)>")], body: []),
                answer: .init(line: "200", headers: [], body: Array(body.utf8)), elapsed: .zero)
        }
        #expect(CallComparison(call(1, #"["<redacted:12>"]"#), call(2, #"["<redacted:7>"]"#)).isSame)
        #expect(CallComparison(call(1, "x <redacted:1>\ny"), call(2, "x <redacted:2>\ny")).isSame)
        #expect(!CallComparison(call(1, "x <redacted:1>"), call(2, "x <redacted:2> ")).isSame)
    }

    @Test("a comparison fits a terminal", arguments: [60, 80, 140], [false, true])
    func golden(columns: Int, isColored: Bool) throws {
        var slow = try TaskRecord.sample(
            2, url: "https://shop.example/orders?limit=20&since=2026-01-01&include=lines,payments",
            body: #"{"items":[{"id":2},{"id":1,"price":4}],"next":null}"#,
            { $0.headers.add("X-Trace", "b") }, head: "Content-Type: application/json\r\nX-Cache: hit\r\n")
        slow.attempts[0].exchanges[0].ended = Instant(nanoseconds: 900_000_000)
        slow.attempts[0].exchanges[0].phasesEnded = Instant(nanoseconds: 900_000_000)
        let fast = try TaskRecord.sample(
            1, url: "https://shop.example/orders?limit=20",
            body: #"{"items":[{"id":1,"price":3},{"id":2}]}"#, { $0.headers.add("X-Trace", "a") })
        let lines = try DiffCommand.lines(
            .call(ComparedCall(fast)), .call(ComparedCall(slow)), names: ("181", "182"), columns: columns)
        #expect(!lines.isSame)
        #expect(lines.text.allSatisfy { $0.width <= columns })
        let paint = Paint(isColored: isColored)
        try expectGolden(
            lines.text.map { paint($0) + "\n" }.joined(), "diff-\(columns)\(isColored ? "-coloured" : "")")
    }
}
