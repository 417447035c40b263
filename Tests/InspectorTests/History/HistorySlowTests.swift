import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory
@testable import InspectorTaskFilter
@testable import InspectorValues

@Suite("Slow calls in the history", .timeLimit(.minutes(2)), .ownThread)
struct HistorySlowTests {
    @Test("A list of slow calls looks through those without links once, however many kinds there are")
    func slow() throws {
        let growth = try growth(to: 1_600) { kinds in
            let scene = try HistoryScene()
            scene.keep([try HistoryCallsTests.call(1, "Orders")])
            let store = try scene.store()
            let columns = StoredSummary.columns.split(separator: ", ")
            func values(kind: String, timed: String) -> String {
                columns.map { $0 == "kind" ? kind : $0 == "timed" ? timed : String($0) }.joined(
                    separator: ", ")
            }
            // Six calls of each kind, of which the last is slow.
            try Database(path: scene.folder.database).execute(
                """
                INSERT INTO summary WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n <= \(6 * kinds))
                SELECT n, \(values(kind: "'kind ' || (n % \(kinds))", timed: "CASE WHEN n > 5 * \(kinds) + 1 THEN 900000000 ELSE 10000000 END"))
                FROM summary, number;
                """)
            var found: [Int] = []
            try store.list(HistoryListing(try TaskQuery("slow:"), before: .distantFuture), now: Date()) {
                task in
                found.append(task)
                return true
            }
            #expect(found == Array((5 * kinds + 2...6 * kinds + 1).reversed()))
        }
        #expect(growth < 10)
    }

    @Test("Calls are slow beside those with links and those without, each counted once")
    func slowBesideLinked() throws {
        let scene = try HistoryScene()
        scene.keep(try (1...4).map { try HistoryCallsTests.call($0, "Orders") })
        let store = try HistoryStore(changing: scene.folder)
        #expect(try store.linkAll(within: patience))
        scene.keep(try (5...6).map { try HistoryCallsTests.call($0, "Orders") })
        let kind = try #require(CallKind(try HistoryCallsTests.call(1, "Orders").origin))
        #expect(try store.usualDuration(of: kind)?.count == 6)
        #expect(try store.usualCall(of: kind)?.duration.count == 6)
        #expect(try store.isSlow(6, times: nil) == false)
        _ = try store.linkAll(within: patience)
        #expect(try store.usualDuration(of: kind)?.count == 6)
    }
}
