import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory
@testable import InspectorValues

@Suite("The calls of a saved request", .timeLimit(.minutes(2)), .ownThread)
struct HistoryCallsTests {
    private static func entry(
        _ name: String?, line: Int = 3, file: String = "/api/shop.http",
        url: String = "{{base}}/orders/{{id}}?limit=1"
    ) -> SavedEntry {
        SavedEntry(
            reference: .init(file: file, number: 1, line: line), title: name, method: "GET", url: url)
    }

    static func call(
        _ id: Int, _ name: String?, line: Int = 3, file: String = "/api/shop.http",
        url: String = "http://a.test/orders/7?limit=1"
    ) throws -> TaskRecord {
        var record = try TaskRecord.sample(id, url: url) { $0.name = name }
        record.origin.provenance = Provenance(.saved, file: file, line: line)
        return record
    }

    private static func calls(of entry: SavedEntry, in scene: HistoryScene) throws -> [Int] {
        let calls = try scene.store().earlierCalls(of: SavedCall(entry, in: "/api"))
        return calls.map { [$0.last.id, $0.count] } ?? []
    }

    @Test("are found by its name, wherever it stands in its file, and from any folder")
    func named() throws {
        let scene = try HistoryScene()
        scene.keep([
            try Self.call(1, "Orders"), try Self.call(2, "Orders", line: 40), try Self.call(3, "Others"),
            try Self.call(4, "Orders", file: "/api/other.http"), try Self.call(5, nil),
        ])
        #expect(try Self.calls(of: Self.entry("Orders", line: 9), in: scene) == [2, 2])
        #expect(try Self.calls(of: Self.entry("Orders", file: "shop.http"), in: scene) == [2, 2])
        #expect(try Self.calls(of: Self.entry("Orders", file: "/elsewhere/shop.http"), in: scene) == [])
    }

    @Test(
        "are found by what it asks for where it has no name, or another one, and by its line where others ask the same"
    )
    func unnamed() throws {
        let scene = try HistoryScene()
        scene.keep([
            try Self.call(1, nil, line: 3), try Self.call(2, nil, line: 8),
            try Self.call(3, nil, line: 3, url: "http://a.test/users"),
            try Self.call(4, "Old name", line: 20),
        ])
        #expect(try Self.calls(of: Self.entry(nil, line: 3), in: scene) == [1, 1])
        #expect(try Self.calls(of: Self.entry(nil, line: 8), in: scene) == [2, 1])
        #expect(try Self.calls(of: Self.entry(nil, line: 99), in: scene) == [2, 2])
        #expect(try Self.calls(of: Self.entry("New name", line: 20), in: scene) == [4, 1])
        #expect(try Self.calls(of: Self.entry("New name", line: 21, url: "{{base}}/new"), in: scene) == [])
        #expect(try Self.calls(of: Self.entry(nil, line: 8, url: "{{url}}"), in: scene) == [2, 1])
    }

    @Test("are counted, the failed ones too, and say what is usual")
    func usual() throws {
        let scene = try HistoryScene()
        var failed = try Self.call(9, "Orders")
        failed.state = .failed(ClientError(.timeout, .wait, "too late"))
        scene.keep(
            [failed] + (try (10...15).map { try Self.call($0, "Orders", url: "http://a.test/orders/\($0)") }))
        let calls = try #require(try scene.store().earlierCalls(of: SavedCall(Self.entry("Orders"), in: "/")))
        #expect(calls.last.id == 15)
        #expect(calls.count == 7)
        #expect(calls.failed == 1)
        #expect(calls.usual?.count == 6)
        #expect(calls.usual?.median == .milliseconds(10))
    }

    private static func predecessor(of record: TaskRecord, in scene: HistoryScene) throws -> [Int] {
        let found = try scene.store().predecessor(
            of: record, in: "/api", before: record.origin.date, Redaction())
        return found.map { [$0.task, $0.isOfSavedRequest ? 1 : 0] } ?? []
    }

    /// Returns a call that started a number of seconds later.
    private static func later(_ seconds: Double, _ record: TaskRecord) -> TaskRecord {
        var record = record
        record.origin.date += seconds
        return record
    }

    @Test(
        "The one before a task is of its saved request, by its name or its line, or asked for the same URL"
    )
    func predecessors() throws {
        let scene = try HistoryScene()
        var typed = try Self.call(6, nil, url: "http://a.test/orders/8")
        typed.origin.provenance = Provenance(.compose)
        scene.keep([
            try Self.call(1, "Orders"), try Self.call(2, nil, line: 8), try Self.call(3, "Orders", line: 40),
            try Self.call(4, nil, line: 8, url: "http://a.test/orders/9"),
            try Self.call(5, "Others", line: 30), typed,
        ])
        let store = try scene.store()
        func before(_ task: Int) throws -> Int? { try store.predecessor(of: task)?.task }
        #expect(try (1...6).map { try before($0) } == [nil, 1, 1, 2, 3, nil])
        #expect(
            try Self.predecessor(of: Self.later(60, Self.call(7, "Orders", line: 99)), in: scene) == [3, 1])
        #expect(try Self.predecessor(of: Self.later(60, Self.call(7, nil, line: 8)), in: scene) == [4, 1])
        #expect(try Self.predecessor(of: Self.later(60, Self.call(7, nil, line: 9)), in: scene) == [5, 0])
        #expect(try Self.predecessor(of: Self.later(60, typed), in: scene) == [6, 0])
        // Calls of the current session do not count as earlier ones.
        #expect(try Self.predecessor(of: Self.later(-60, Self.call(7, "Orders")), in: scene) == [])
    }

    @Test("The one before a task is found by a URL whose secrets are kept nowhere")
    func secretPredecessor() throws {
        let scene = try HistoryScene()
        var task = try Self.call(1, nil, url: "http://a.test/orders?token=verysecret")
        task.origin.provenance = Provenance(.compose)
        scene.keep([task])
        #expect(try Self.predecessor(of: Self.later(60, task), in: scene) == [1, 0])
    }

    @Test("A task and what is kept of it do not differ once its secrets are hidden")
    func secretComparison() throws {
        let scene = try HistoryScene()
        let url = "http://ada:wonderland@a.test/orders?token=verysecret&page=2"
        let task = try TaskRecord.sample(url: url, body: #"{"password":"hunter22","user":"ada"}"#) {
            $0.headers["Authorization"] = "Bearer abcdefgh"
            $0.headers["Content-Type"] = "application/json"
            $0.body = .bytes(
                Array(#"{"pin":1,"password":"hunter22"}"#.utf8), contentType: "application/octet-stream")
        }
        scene.keep([task])
        let kept = ComparedCall(try #require(try scene.store().entry(1, withBodies: true)?.record))
        var call = ComparedCall(task)
        #expect(!CallComparison(kept, call).isSame)
        call.hideSecrets(of: task)
        #expect(CallComparison(kept, call).sections.filter { !$0.isSame } == [])
    }

    @Test("The kind of a task is its own, whatever the one before was of")
    func kinds() throws {
        var last = LastKind()
        let calls: [(String, String, String?)] = [
            ("GET", "http://h/a?x=1", nil), ("GET", "http://h/a?x=2", nil), ("GET", "http://h/b", nil),
            ("POST", "http://h/b", nil), ("POST", "http://h:81/b", nil), ("POST", "http://g:81/b", nil),
            ("POST", "http://g:443/b", nil), ("POST", "https://g:443/b", "Log in"),
            ("POST", "https://g:443/b", nil),
        ]
        for (method, text, name) in calls {
            let url = try #require(RequestURL(kept: text))
            let own = CallKind(method: method, url: url, name: name)?.description
            #expect(own != nil && last.text(method: method, url: url, name: name) == own)
        }
        #expect(last.text(method: "GET", url: nil, name: nil) == nil)
    }

    @Test(
        "A path that is written fits those that can be made of it",
        arguments: [
            ("{{base}}/a/{{x}}/b", "http://h/a/1/b", true), ("{{base}}/a/{{x}}/b", "http://h/a/1/c", false),
            ("http://h/a", "http://other/a?x=1", true), ("http://h/a?x=1#f", "http://h/a", true),
            ("/{{a}}{{b}}/c", "http://h/12/c", true), ("{{base}}/a", "http://h/a/b", false),
            ("{{url}}", "http://h/a", nil), ("http://h", "http://h/", nil),
        ])
    func paths(written: String, url: String, fits: Bool?) {
        #expect(WrittenPath(of: written).fits(url) == fits)
    }
}

extension HistoryScene {
    /// Returns the rows of the summary table, without their numbers.
    func summaries() throws -> [String] {
        var rows: [String] = []
        let columns = SummaryRow.columns.split(separator: ", ").map { "coalesce(\($0), '-')" }.joined(
            separator: " || ' ' || ")
        try store().database.run("SELECT \(columns) FROM summary ORDER BY task") { row in
            rows.append(row.text(0))
            return true
        }
        return rows
    }
}
