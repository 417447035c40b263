import EnginePatterns
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory
@testable import InspectorTaskFilter
@testable import InspectorValues

@Suite("Lists of what is kept", .timeLimit(.minutes(2)), .ownThread)
struct HistoryListTests {
    private static func scene() throws -> HistoryScene {
        let scene = try HistoryScene()
        var failed = try TaskRecord.sample(
            2, url: "http://b.test/orders/2", date: Date(timeIntervalSinceNow: -400))
        failed.state = .failed(ClientError(.timeout, .wait, "too late"))
        var mocked = try TaskRecord.sample(3, url: "http://c.test/100%_x") { $0.method = .post }
        mocked.attempts[0].exchanges[0].start.mock = MockReference(id: "m1", name: "Shop")
        var asked = try TaskRecord.sample(5, url: "http://d.test/asked")
        asked.origin.provenance.program = AskingProgram(name: "curl", process: 4711)
        scene.keep([
            try .sample(1, url: "http://a.test/Orders?x=1", body: "needle in a body"), failed, mocked,
            try .sample(4, url: "https://a.test:8443/", head: "X-Trace: needle\r\n"), asked,
        ])
        return scene
    }

    @Test("Tasks are found by the programs that asked for them")
    func programs() throws {
        let scene = try Self.scene()
        #expect(try Self.list("program:curl", in: scene) == [5])
        #expect(try Self.list("program:4711", in: scene) == [5])
        #expect(try Self.list("program:wget", in: scene) == [])
    }

    private static func list(_ text: String, in scene: HistoryScene, marked: Set<Int> = []) throws -> [Int] {
        var rows: [Int] = []
        let end = Date(timeIntervalSinceNow: 60)
        let listing = HistoryListing(try TaskQuery(text), before: end, marked: marked)
        try scene.store().list(listing, now: Date()) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    @Test(
        "The columns decide as the tasks themselves do",
        arguments: [
            "", "orders", "GET", "get http", "method:post", "host:a.test", "path:/orders", "url:100%_",
            "100_", "status:200",
            "status:2xx", "status:>=400", "status:404", "is:failed", "-is:failed", "is:mocked", "mock:shop",
            "error:timeout",
            "error:timeout/wait", "state:failed", "total:<1s", "total:>1s", "ttfb:>1ms", "wait:>0ms",
            "size:>10", "attempts:1",
            "since:1m", "-since:1m", "since:1h", "scheme:https", "type:json", "query.x:1", "/ord(er)s/",
            "orders | is:mocked",
            "(orders) -host:b", "assert:none", "is:reused", "is:redirected", "is:retried",
            "since:1m method:GET status:200", "program:curl", "program:4711", "-program:curl",
            "program:curl status:200", "program:wget | is:mocked",
        ])
    func filters(text: String) throws {
        let scene = try Self.scene()
        let filter = try Filter(text)
        var wanted: [Int] = []
        let store = try scene.store()
        try store.visit { (entry) throws(HistoryError) in
            guard let record = entry.record else { return }
            var budget = StepBudget()
            let age = Date().timeIntervalSince(record.origin.date)
            if filter.matches(record, now: record.created + .seconds(age), within: &budget) == true {
                wanted.append(entry.id)
            }
        }
        #expect(try Self.list(text, in: scene) == wanted)
    }

    @Test("Texts are found in bodies and heads, and marks count")
    func texts() throws {
        let scene = try Self.scene()
        #expect(try Self.list("body:NEEDLE", in: scene) == [1])
        #expect(try Self.list("header:needle", in: scene) == [4])
        #expect(try Self.list("header:a.test status:200 body:needle", in: scene) == [1])
        #expect(try Self.list("body:ne", in: scene) == [1])
        #expect(try Self.list("is:marked", in: scene, marked: [2, 9]) == [2])
    }

    @Test("Slow calls are found by what is usual for their kind")
    func slow() throws {
        let scene = try HistoryScene()
        scene.keep(
            try (1...12).map { number in
                var record = try TaskRecord.sample(number, url: "http://a.test/orders/\(number)")
                if number == 7 { record.ended = record.created + .milliseconds(500) }
                if number == 9 { record.ended = record.created + .milliseconds(40) }
                return record
            } + [try .sample(20, url: "http://a.test/other")])
        #expect(try Self.list("slow:", in: scene) == [7])
        #expect(try Self.list("slow:49", in: scene) == [7])
        #expect(try Self.list("slow:51", in: scene) == [])
        #expect(try Self.list("-slow: other", in: scene) == [13])
        let kind = try #require(CallKind(try TaskRecord.sample(url: "http://a.test/orders/77").origin))
        let usual = try #require(try scene.store().usualCall(of: kind))
        #expect(usual.duration.count == 12)
        #expect(usual.phases[.send] == .milliseconds(2))
        #expect(try scene.store().usualCall(of: CallKind("GET a.test/other")) == nil)
    }

    @Test("What this session sends is not in it, and a list that nobody wants any more ends")
    func ends() throws {
        let scene = try HistoryScene()
        let start = Date()
        scene.keep(try (1...3_000).map { try .sample($0, date: start + Double($0 - 2_500)) })
        var rows: [Int] = []
        let store = try scene.store()
        try store.list(HistoryListing(.all, before: start + 0.5), now: Date()) { row in
            rows.append(row)
            return true
        }
        #expect(rows.first == 2_500)
        #expect(rows.count == 2_500)
        var asked = 0
        rows = []
        try store.list(HistoryListing(try TaskQuery("nowhere | a.test"), before: start + 9_000), now: Date())
        {
            asked += 1
            return false
        } _: { row in
            rows.append(row)
            return true
        }
        #expect(asked == 1)
        #expect(rows.count == 999)
    }
}
