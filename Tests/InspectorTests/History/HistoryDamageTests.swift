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
    private static let count = 40

    /// Keeps two runs of tasks in the journal of a scene, and returns its bytes.
    private static func journal(of scene: HistoryScene) throws -> [UInt8] {
        for run in 0..<2 {
            scene.journal(
                try (1...count).map { number in
                    let id = run * count + number
                    return try .sample(id, url: "http://a.test/\(id)", body: "body \(id / 5)")
                })
        }
        return Array(try Data(contentsOf: URL(filePath: scene.folder.journal)))
    }

    private static func scene(withJournal bytes: [UInt8]) throws -> HistoryScene {
        let scene = try HistoryScene()
        try scene.folder.make()
        try Data(bytes).write(to: URL(filePath: scene.folder.journal))
        return scene
    }

    @Test(
        "A wrong byte anywhere in the journal costs at most the tasks that need its entry, and the journal is set aside"
    )
    func wrongByte() throws {
        let whole = try Self.journal(of: HistoryScene())
        let places = [8, 16, 24, 60, 110] + stride(from: 200, to: whole.count, by: 1_999)
        for place in places {
            var bytes = whole
            bytes[place] = ~bytes[place]
            let scene = try Self.scene(withJournal: bytes)
            let store = try scene.store()
            let aside = try #require(store.damagedJournal?.path, "byte \(place)")
            #expect(aside.hasPrefix(scene.folder.journal + ".corrupt-"))
            #expect(try Data(contentsOf: URL(filePath: aside)) == Data(bytes))
            #expect(try scene.mode(aside) == 0o600)
            let ids = try scene.records().map(\.id)
            #expect(ids.count >= 2 * Self.count - 32, "byte \(place): \(ids)")
            #expect(ids == ids.sorted() && Set(ids).isSubset(of: 1...2 * Self.count))
            // Said once: the next look finds nothing damaged.
            #expect(try scene.store().damagedJournal == nil)
            #expect(scene.journal([try .sample(100)]).saved == 1)
            #expect(try scene.records().last?.id == 100)
        }
    }

    @Test("A wrong byte in the name of the journal costs nothing", arguments: [0, 7])
    func wrongName(place: Int) throws {
        var bytes = try Self.journal(of: HistoryScene())
        bytes[place] = ~bytes[place]
        let scene = try Self.scene(withJournal: bytes)
        #expect(try scene.records().map(\.id) == Array(1...2 * Self.count))
    }

    @Test("A wrong byte in the bytes of a body in the journal is not shown as if it had been received")
    func wrongBody() throws {
        let whole = try Self.journal(of: HistoryScene())
        let body = try #require(Data(whole).range(of: Data("body 7".utf8))).lowerBound
        var bytes = whole
        bytes[body] = UInt8(ascii: "B")
        let bodies = try Self.scene(withJournal: bytes).records().map { record in
            String(decoding: record.lastExchange?.body ?? [], as: UTF8.self)
        }
        #expect(bodies.count > Self.count)
        #expect(bodies.allSatisfy { $0.hasPrefix("body ") })
    }

    @Test("Tasks after a damaged entry that names their session stay in the session of their own")
    func session() throws {
        let scene = try HistoryScene()
        var bytes = try Self.journal(of: scene)
        bytes[60] = ~bytes[60]
        let damaged = try Self.scene(withJournal: bytes)
        let sessions = Dictionary(grouping: try damaged.entries(), by: \.session).mapValues(\.count)
        #expect(sessions.count == 2)
        #expect(sessions.values.sorted() == [Self.count, Self.count])
    }

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

    @Test("A journal of the first version is read, and the next run writes the current one")
    func firstVersion() throws {
        let scene = try Self.scene(withJournal: FirstJournal.bytes)
        // Later tasks go into the tables.
        #expect(scene.journal([try .sample(4)]).saved == 1)
        #expect(try scene.store().damagedJournal == nil)
        let records = try scene.records()
        #expect(records.map(\.id) == [1, 2, 3, 4])
        #expect(
            records.prefix(3).allSatisfy {
                String(decoding: $0.lastExchange?.body ?? [], as: UTF8.self).hasPrefix(
                    "task \($0.id) of process")
            })
        #expect(try scene.store().statistics().sessions == 2)
        #expect(scene.journal([try .sample(5)]).saved == 1)
        #expect(try Data(contentsOf: URL(filePath: scene.folder.journal)).starts(with: Data("inspjrn2".utf8)))
        #expect(try scene.records().map(\.id) == [1, 2, 3, 4, 5])
    }

    @Test("A journal of the first version with a wrong byte loses that entry alone, and is set aside")
    func damagedFirstVersion() throws {
        for place in [50, 600] {
            var bytes = FirstJournal.bytes
            bytes[place] = 0xFF
            let scene = try Self.scene(withJournal: bytes)
            #expect(try scene.store().damagedJournal != nil)
            #expect(try scene.records().count >= 2)
        }
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
        #expect(scene.journal([try .sample(1)]).saved == 1)
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
        while try store.index() {}
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
    /// Writes noise over the beginning of the database, after what its log holds.
    func damageDatabase() throws {
        let store = try HistoryStore(changing: folder)
        try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
        var bytes = try Data(contentsOf: URL(filePath: folder.database))
        var random = SeededRandom(seed: 4)
        for place in 100..<4_000 { bytes[place] = .random(in: .min ... .max, using: &random) }
        try bytes.write(to: URL(filePath: folder.database))
    }
}
