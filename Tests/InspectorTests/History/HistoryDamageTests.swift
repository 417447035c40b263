import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory
@testable import InspectorTaskFilter
@testable import InspectorValues

@Suite("A damaged history", .timeLimit(.minutes(2)), .ownThread)
struct HistoryDamageTests {
    @Test("A body in the database that is not the one that was kept is left out, and its size stays")
    func bodyInDatabase() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample(1, body: "the very body")])
        #expect(try scene.records().first?.lastExchange?.body == Array("the very body".utf8))
        try Database(path: scene.folder.database).execute(
            "UPDATE body SET content = CAST('another  body' AS BLOB) WHERE content = CAST('the very body' AS BLOB)"
        )
        let exchange = try #require(try scene.records().first?.lastExchange)
        #expect(exchange.body.isEmpty)
        #expect(exchange.droppedBody == 13)
        #expect(exchange.head?.status == 200)
    }

    @Test("A reader that finds a damaged database sets it aside, reports it once, and uses a new one")
    func reader() async throws {
        let scene = try HistoryScene()
        scene.keep(try (1...30).map { try .sample($0, body: "body \($0)") })
        try scene.damageDatabase()
        let (said, answers) = (Locked<[String]>([]), Locked<[String]>([]))
        let reader = HistoryReader(scene.folder) { damaged in said.withLock { $0.append(damaged.path) } }
        for count in 1...2 {
            reader.ask(.list, fail: { error in answers.withLock { $0.append("\(error)") } }) {
                (store, _) throws(HistoryError) in
                try store?.list(HistoryListing(.all, before: .distantFuture), now: Date()) { _ in true }
                answers.withLock { $0.append("answered") }
            }
            try await wait(for: "an answer") { answers.withLock { $0.count == count } }
        }
        #expect(answers.withLock { $0 } == ["answered", "answered"])
        let paths = said.withLock { $0 }
        #expect(paths.count == 1 && paths[0].contains("history.sqlite.corrupt-"))
        #expect(scene.keep([try .sample(1)]).saved == 1)
        #expect(try scene.records().count == 1)
    }

    @Test("A session that rests finds a damaged database, sets it aside and says so")
    func resting() async throws {
        let scene = try HistoryScene()
        scene.keep(try (1...30).map { try .sample($0, body: "body \($0)") })
        try scene.damageDatabase()
        let reports = Locked<[HistoryWriter.Report]>([])
        let writer = HistoryWriter(scene.session { $0.idleMilliseconds = 10 }) { report in
            reports.withLock { $0.append(report) }
        }
        writer.start()
        try await wait(for: "a report of the damage") { reports.withLock { $0.last?.damaged != nil } }
        #expect(writer.finish(within: patience).damaged?.path.contains(".corrupt-") == true)
    }

    @Test("A FIFO in place of the database is an error, and the program does not wait for it")
    func pipe() throws {
        let scene = try HistoryScene()
        try scene.folder.make()
        try FileManager.default.removeItem(atPath: scene.folder.database)
        #expect(mkfifo(scene.folder.database, 0o600) == 0)
        #expect(throws: HistoryError(.other, "\(scene.folder.database) is not a regular file")) {
            _ = try HistoryStore(reading: scene.folder)
        }
    }

    @Test(
        "Whatever numbers stand in the tables, tasks are listed, judged, summed up and deleted",
        arguments: [Int.min, -1, 0, .max])
    func numbers(extreme: Int) throws {
        let scene = try HistoryScene()
        scene.keep(try (1...8).map { try .sample($0, body: "body \($0)") })
        let database = try Database(path: scene.folder.database)
        let columns = [
            "created", "elapsed", "status", "size", "first_byte", "wait", "attempts", "timed", "line",
        ]
        for column in columns {
            try database.run("UPDATE summary SET \(column) = ? WHERE task % 2 = 0", [.integer(extreme)])
        }
        try database.run("UPDATE body SET size = ?", [.integer(extreme)])
        try database.run("UPDATE session SET started = ?", [.integer(extreme)])
        let store = try HistoryStore(changing: scene.folder)
        for query in ["", "slow:", "slow:3", "status:5xx", "since:1h", "is:failed", "body:body", "total>1ms"]
        {
            try store.list(HistoryListing(try TaskQuery(query), before: .distantFuture), now: .distantFuture)
            { _ in true }
            try store.list(HistoryListing(try TaskQuery(query), before: Date()), now: .distantPast) { _ in
                true
            }
            try store.summaries(HistoryListing(try TaskQuery(query), before: Date()), now: Date()) { _ in }
        }
        for id in 1...8 { _ = try store.entry(id, withBodies: true)?.record?.lastExchange?.timings }
        let kind = try #require(CallKind(try TaskRecord.sample(1).origin))
        _ = try store.usualCall(of: kind)
        _ = try store.statistics()
        _ = try store.predecessor(of: 4)
        while try store.prune(to: HistoryLimits(days: .max), now: .distantFuture) > 0 {}
        while try store.prune(to: HistoryLimits(days: 0), now: .distantFuture) > 0 {}
    }

    @Test("A clock in a far future keeps tasks that can be read")
    func clock() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample(1, date: Date(timeIntervalSince1970: 1e12))])
        let record = try #require(try scene.records().first)
        #expect(record.origin.date.timeIntervalSince1970 == 7_258_118_400)
        let store = try scene.store()
        var found: [Int] = []
        try store.list(HistoryListing(.all, before: .distantFuture), now: .distantFuture) { task in
            found.append(task)
            return true
        }
        #expect(found == [1])
    }
}

extension HistoryScene {
    /// Overwrites the beginning of the database with noise, after copying the log into it.
    func damageDatabase() throws {
        let store = try HistoryStore(changing: folder)
        try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
        var bytes = try Data(contentsOf: URL(filePath: folder.database))
        var random = SeededRandom(seed: 4)
        for place in 100..<4_000 { bytes[place] = .random(in: .min ... .max, using: &random) }
        try bytes.write(to: URL(filePath: folder.database))
    }
}
