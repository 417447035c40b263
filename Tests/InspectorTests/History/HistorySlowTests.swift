import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory
@testable import InspectorTaskFilter
@testable import InspectorValues

@Suite("Slow calls in the history", .timeLimit(.minutes(2)), .ownThread)
struct HistorySlowTests {
    @Test("A list of slow calls looks through all calls once, however many kinds there are")
    func slow() throws {
        let growth = try growth(to: 1_600) { kinds in
            let scene = try HistoryScene()
            scene.keep([try HistoryCallsTests.call(1, "Orders")])
            let store = try scene.store()
            let columns = SummaryRow.columns.split(separator: ", ")
            func values(kind: String, timed: String) -> String {
                columns.map { $0 == "kind" ? kind : $0 == "timed" ? timed : String($0) }.joined(
                    separator: ", ")
            }
            // Six calls of each kind, of which the last one is slow.
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
}
