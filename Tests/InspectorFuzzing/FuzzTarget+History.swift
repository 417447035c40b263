import ClientEngine
import ClientEngineRecording
import Foundation
import InspectorHistory
import InspectorScreen
import RequestFormats

extension FuzzTarget {
    /// The files of the history, which any process may have changed.
    static let history: [FuzzTarget] = [
        FuzzTarget("history-journal", seeds: ["\u{1}\u{0}\u{0}a0\u{0}\u{1}b\u{7F}\u{1}\u{7E}\u{0}"]) {
            edits in
            earlierFiles.show { $0.edit("history.journal", edits) }
        },
        FuzzTarget("history-earlier", seeds: ["\u{1}\u{20}\u{0}a0\u{0}\u{1}b\u{7F}\u{41}\u{7E}\u{0}"]) {
            edits in
            earlierFiles.show { $0.edit("history.sqlite", edits) }
        },
        FuzzTarget(
            text: "history-earlier-rows",
            seeds: ["31 x\n9 9223372036854775807", "40 {\"id\":1}\n7 \n12 \u{1}"]
        ) { rows in
            earlierRowFiles.show { $0.updateRows(rows) }
        },
        FuzzTarget("history-file", seeds: ["\u{1}\u{20}\u{0}a0\u{0}\u{1}b\u{7F}\u{41}\u{7E}\u{0}"]) { edits in
            tableFiles.show { $0.edit("history.sqlite", edits) }
        },
        FuzzTarget(
            text: "history-rows",
            seeds: [
                "3 -9223372036854775808\n9 9223372036854775807\n20 1e300\n31 x",
                "40 {\"id\":1}\n7 \n12 \u{1}",
            ]
        ) { rows in
            rowFiles.show { $0.updateRows(rows) }
        },
    ]

    // A separate folder for each target, because tests run targets in parallel. SQLite crashes the process if its
    // files shrink.
    private static let tableFiles = HistoryFiles()
    private static let rowFiles = HistoryFiles()
    private static let earlierFiles = HistoryFiles(ofVersion: 7)
    private static let earlierRowFiles = HistoryFiles(ofVersion: 7)
}

extension HistoryFiles {
    /// Changes the program's files, and shows everything that is still readable.
    fileprivate func show(_ change: (HistoryFiles) -> Void) -> String? {
        change(restored())
        guard let store = try? HistoryStore(reading: folder) else { return nil }
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let listing = HistoryListing(.all, before: now)
        var sum = RouteSum()
        try? store.summaries(listing, now: now) { sum.add($0) }
        _ = sum.table
        var tasks: [Int] = []
        try? store.list(listing, now: now) { task in
            tasks.append(task)
            return tasks.count < 16
        }
        let records = tasks.compactMap { try? store.entry($0, withBodies: true)?.record }
        for record in records {
            _ = (record.waited(now: record.created), record.lastExchange.map(HARTimings.init))
        }
        _ = TaskViews.archive(of: records)
        return nil
    }
}
