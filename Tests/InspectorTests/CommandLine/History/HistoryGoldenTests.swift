import Foundation
import InspectorCanvas
import InspectorTestSupport
import InspectorValues
import Testing

@testable import ClientEngine
@testable import InspectorCommandLine
@testable import InspectorHistory

@Suite("What history prints for people", .ownThread)
struct HistoryGoldenTests {
    private func found() throws -> [HistoryLines.Task] {
        let scene = try HistoryScene()
        let day = Date(timeIntervalSince1970: 1_795_600_000)
        var retried = try TaskRecord.sample(
            2, url: "https://shop.example/orders?limit=20", date: day.addingTimeInterval(90_000))
        retried.origin.request.name = "All orders of this customer since the beginning of the year"
        var second = retried.attempts[0]
        second.number = 2
        second.reason = .status(503)
        second.waited = .milliseconds(1_000)
        retried.attempts[0].outcome = .response(status: 503)
        retried.attempts[0].exchanges[0].head = ResponseHead(
            wireBytes: Array("HTTP/1.1 503 Service Unavailable\r\n\r\n".utf8))
        retried.attempts[0].retry = RetryPlan(
            reason: .status(503), delay: .milliseconds(1_000), until: Instant(nanoseconds: 0),
            explanation: "Retry-After: 1")
        retried.attempts.append(second)
        scene.keep([try .sample(1, url: "http://shop.example/login", date: day), retried])
        let store = try scene.store()
        var found: [HistoryLines.Task] = []
        try store.visit { (entry) throws(HistoryError) in
            if let record = entry.record { found.append((entry.id, record)) }
        }
        return found
    }

    @Test(
        "the list fits a terminal, and says the same in colours and without", arguments: [60, 80, 140],
        [false, true])
    func list(columns: Int, isColored: Bool) throws {
        var list = HistoryLines(columns: columns, glyphs: .unicode) { _ in 3_600 }
        let lines = list.lines(of: try found())
        #expect(lines.allSatisfy { $0.width <= columns })
        let paint = Paint(isColored: isColored)
        try expectGolden(
            lines.map { paint($0) + "\n" }.joined(), "history-\(columns)\(isColored ? "-coloured" : "")")
    }

    @Test("the sum fits a terminal", arguments: [true, false])
    func statistics(isEmpty: Bool) throws {
        var options = Options()
        options.configuration.preferences.history.days = 30
        let command = HistoryCommand(options: options, folder: HistoryFolder(path: "/state/inspector"))
        let statistics = HistoryStatistics(
            tasks: isEmpty ? 0 : 12_345, sessions: 67, databaseBytes: 8_900_000, bodyFiles: 12,
            bodyFileBytes: 3_400_000, oldest: 1_795_600_000_000, newest: 1_795_700_000_000, isWhole: true)
        let text = command.lines(of: statistics).map { $0.string + "\n" }.joined()
        try expectGolden(text, "history-stats" + (isEmpty ? "-empty" : ""))
    }
}
