import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory
@testable import InspectorValues

@Suite("Histories of earlier versions", .timeLimit(.minutes(2)), .ownThread)
struct HistoryMigrationTests {
    /// Creates a history of version 7 with 11 tasks in the tables and 2 more in the journal.
    private func version7() throws -> HistoryScene {
        let scene = try HistoryScene()
        try HistoryScene.copyVersion7(to: scene.folder.path)
        return scene
    }

    private func tables(of scene: HistoryScene) throws -> Set<String> {
        var tables: Set<String> = []
        try Database(path: scene.folder.database).run(
            "SELECT type || ' ' || name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        ) { row in
            tables.insert(row.text(0))
            return true
        }
        return tables
    }

    /// Returns the visible facts of a task: name, request, status, verdict, exchanges and body size.
    private func facts(_ record: TaskRecord) -> String {
        let (request, exchange) = (record.origin.request, record.lastExchange)
        return [
            request.name ?? "-", request.method.rawValue, record.origin.url?.text ?? "unsent",
            record.status.map { "\($0.rawValue)" } ?? "-", record.verdict?.rawValue ?? "-",
            "\(record.attempts.map(\.exchanges.count))", "\(exchange?.body.count ?? -1)",
            "\(exchange?.phases.count ?? -1)", record.origin.provenance.file ?? "-",
            record.origin.provenance.line.map { "\($0)" } ?? "-",
        ].joined(separator: " ")
    }

    @Test("All tasks of version 7 are there, those of its journal too, with all that was kept of them")
    func version7() async throws {
        let scene: HistoryScene = try version7()
        let size = try Data(contentsOf: URL(filePath: scene.folder.database)).count
        let records = try scene.records()
        #expect(
            records.map(facts) == [
                "hello GET http://127.0.0.1:48480/hello 200 passed [1] 14 7 requests.http 3",
                "two redirects GET http://127.0.0.1:48480/redirect/2 200 passed [3] 14 5 requests.http 6",
                "flaky GET http://127.0.0.1:48480/flaky/1?key=fixture 200 passed [1, 1] 43 5 requests.http 10",
                "a long body GET http://127.0.0.1:48480/bytes/20000 200 passed [1] 20000 5 requests.http 13",
                "JSON POST http://127.0.0.1:48480/inspect?token=<redacted:2> 200 failed [1] 481 5 requests.http 16",
                "gzip GET http://127.0.0.1:48480/gzip 200 passed [1] 1111 5 requests.http 25",
                "cut GET http://127.0.0.1:48480/truncated 200 failed [1] 28 4 requests.http 28",
                "over TLS GET https://127.0.0.1:45231/hello 200 passed [1] 14 8 tls.http 2",
                "hello GET http://127.0.0.1:48480/hello 200 passed [1] 14 7 requests.http 3",
                "flaky GET http://127.0.0.1:48480/flaky/1?key=fixture 200 passed [1, 1] 43 5 requests.http 10",
                "hello GET http://127.0.0.1:48480/hello 200 passed [1] 14 7 requests.http 3",
                "hello GET http://127.0.0.1:48480/hello 200 passed [1] 14 7 requests.http 3",
                "hello GET http://127.0.0.1:48480/hello 200 passed [1] 14 7 requests.http 3",
            ])
        #expect(try scene.entries().map(\.session) == [1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7])
        let posted = records[4]
        #expect(posted.origin.request.headers["Authorization"] == "Bearer <redacted:1>")
        #expect(
            posted.origin.request.body.bytes.map { String(decoding: $0, as: UTF8.self) }?.contains(
                "<redacted:") == true)
        #expect(posted.testResults.map(\.isAboutStatus) == [true])
        #expect(
            posted.lastExchange?.requestHead.starts(
                with: "POST /inspect?token=<redacted:2> HTTP/1.1\r\n".utf8) == true)
        #expect(records[6].error?.kind == .truncated)
        #expect(records[7].lastExchange?.connection?.tls?.certificates.isEmpty == false)
        #expect(
            records[1].attempts[0].exchanges.map(\.start.url.path) == [
                "/redirect/2", "/redirect/1", "/hello",
            ])
        #expect(records[2].attempts[0].retry?.reason == .status(503))
        #expect(records.allSatisfy { $0.lastExchange?.head?.status == 200 && $0.duration ?? .zero > .zero })
        let elapsed = records[0].ended.map { $0.nanoseconds(since: records[0].created) }
        #expect(elapsed == 3_327_853)
        #expect(try scene.list("body:hello") == [13, 12, 11, 9, 8, 2, 1])
        #expect(try scene.list("header:\"content-type: application/octet\"") == [4])
        #expect(try scene.list("is:retried") == [10, 3])
        let kind = CallKind("GET 127.0.0.1:48480/hello #hello")
        #expect(try scene.store().usualDuration(of: kind)?.count == 5)

        #expect(
            try tables(of: scene) == [
                "table session", "table task", "table summary", "table body", "table body_use",
            ])
        #expect(!FileManager.default.fileExists(atPath: scene.folder.journal))
        let store = try HistoryStore(changing: scene.folder)
        while try store.shrink() {}
        try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
        let database = try Data(contentsOf: URL(filePath: scene.folder.database))
        #expect(database.count <= size)
        #expect(try store.statistics().isWhole)
        // Opening it again changes nothing.
        #expect(try scene.records() == records)
        #expect(try HistoryStore(changing: scene.folder).database.schemaVersion == 8)
        #expect(try Data(contentsOf: URL(filePath: scene.folder.database)) == database)
        #expect(scene.keep([try .sample(14)]).saved == 1)
        #expect(try scene.records().count == 14)
    }

    @Test("Of several that open a history of version 7 at once, each finds all of its tasks")
    func atOnce() async throws {
        let scene: HistoryScene = try version7()
        let folder = scene.folder
        let counts = await withTaskGroup(of: Int?.self) { group in
            for isWriting in [true, false, true, false] {
                group.addTask {
                    let store =
                        isWriting ? try? HistoryStore(writing: folder) : try? HistoryStore(reading: folder)
                    return try? store?.statistics().tasks
                }
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(counts == [13, 13, 13, 13])
        #expect(try scene.store().statistics().sessions == 7)
    }

    @Test("A program of version 7 that still runs keeps nothing in the new tables")
    func stillRunning() throws {
        let scene: HistoryScene = try version7()
        let running = try Database(path: scene.folder.database)
        #expect(try running.number("SELECT count(*) FROM task_row") == 11)
        let records = try scene.records()
        #expect(throws: HistoryError.self) {
            try running.transaction { () throws(HistoryError) in
                try running.execute("INSERT INTO session (token, started, command) VALUES (1, 2, 'run')")
            }
        }
        #expect(throws: HistoryError.self) { try running.execute("DELETE FROM task_row WHERE id = 1") }
        #expect(throws: HistoryError.self) { try running.execute("UPDATE searched SET last_task = 9") }
        #expect(try scene.records() == records)
    }

    @Test("A task whose story cannot be read is left out, and the others are there")
    func unreadable() throws {
        let scene: HistoryScene = try version7()
        try Database(path: scene.folder.database).execute(
            "UPDATE task_row SET shape = 99 WHERE id = 1; UPDATE task_row SET story = x'0102' WHERE id = 2")
        #expect(try scene.records().map(\.origin.request.name).prefix(2) == ["flaky", "a long body"])
        #expect(try scene.list("").count == 11)
        #expect(try scene.store().statistics().isWhole)
    }

    @Test("Tasks that the tables have already are not taken from the journal again")
    func twice() throws {
        let scene: HistoryScene = try version7()
        let generation = try #require(EarlierJournal(in: scene.folder)).generation
        try Database(path: scene.folder.database).execute(
            "UPDATE journal SET generation = \(generation), length = 1000")
        #expect(try scene.records().count < 13)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.journal))
    }

    @Test("A journal without tables becomes a history")
    func journalAlone() throws {
        let scene: HistoryScene = try version7()
        try FileManager.default.removeItem(atPath: scene.folder.database)
        #expect(scene.folder.isThere)
        #expect(try scene.records().map(\.origin.request.name) == ["hello", "hello"])
        #expect(try scene.store().statistics().sessions == 2)
    }

    @Test(
        "Of a journal with a wrong byte anywhere, the tasks before it are kept, and it is set aside and named once"
    )
    func wrongByte() throws {
        let first: HistoryScene = try version7()
        let whole = try Data(contentsOf: URL(filePath: first.folder.journal))
        for place in [0, 8, 16, 24, 40, 60] + stride(from: 100, to: whole.count, by: 171) {
            let scene: HistoryScene = try version7()
            var bytes = whole
            bytes[place] = ~bytes[place]
            try bytes.write(to: URL(filePath: scene.folder.journal))
            let aside = try #require(try scene.store().damagedJournal?.path, "byte \(place)")
            #expect(aside.hasPrefix(scene.folder.journal + ".corrupt-"))
            #expect(try Data(contentsOf: URL(filePath: aside)) == bytes)
            #expect(try scene.mode(aside) == 0o600)
            #expect((11...12).contains(try scene.records().count))
            #expect(try scene.store().damagedJournal == nil)
        }
    }

    @Test(
        "A journal of the first version is set aside, and one without entries is removed",
        arguments: [true, false])
    func otherJournals(isEmpty: Bool) throws {
        let scene: HistoryScene = try version7()
        let content =
            isEmpty ? Data("inspjrn2".utf8) + Data(count: 24) : Data("inspjrn1".utf8) + Data(count: 100)
        try content.write(to: URL(filePath: scene.folder.journal))
        let damaged = try scene.store().damagedJournal
        #expect((damaged == nil) == isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.journal))
        #expect(try scene.records().count == 11)
    }

    @Test("An earlier history that cannot be written is not read, and the error says what to do")
    func unwritable() throws {
        let scene: HistoryScene = try version7()
        try FileManager.default.createDirectory(atPath: scene.folder.lock, withIntermediateDirectories: false)
        let error = #expect(throws: HistoryError.self) { _ = try HistoryStore(reading: scene.folder) }
        #expect(error?.description.contains("an earlier version of the program has written it") == true)
        #expect(error?.description.contains("Make \(scene.folder.path) and the files in it writable") == true)
        try FileManager.default.removeItem(atPath: scene.folder.lock)
        #expect(try scene.records().count == 13)
    }

    @Test("Erasing an earlier history leaves nothing in any file")
    func erase() throws {
        let scene: HistoryScene = try version7()
        #expect(try !scene.files(holding: "48480").isEmpty)
        try HistoryStore(changing: scene.folder).erase()
        #expect(try scene.files(holding: "48480") == [])
    }

    private func samples() throws -> [TaskRecord] {
        var saved = try TaskRecord.sample(1, body: "an old needle") { $0.name = "Orders" }
        saved.origin.provenance = Provenance(.saved, file: "/a/shop.http", line: 12)
        var written = try TaskRecord.sample(2, body: String(repeating: "long ", count: 9_000))
        written.origin.request.url = "/x"
        var failed = try TaskRecord.sample(3)
        failed.state = .failed(ClientError(.timeout, .wait, "too late"))
        let mocked = try TaskRecord.sample(4) {
            $0.body = .bytes(Array("sent".utf8), contentType: "text/plain")
        }
        var odd = try TaskRecord.sample(5)
        odd.attempts[0].exchanges[0].head = ResponseHead(
            wireBytes: Array("HTTP/1.1 200 OK\r\nX-Odd: ".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8))
        var unsent = TaskRecord(
            id: 6, origin: TaskOrigin(request: Request(url: "nowhere"), url: nil, date: Date()),
            created: Instant(nanoseconds: 5_000))
        unsent.state = .failed(ClientError(.invalidRequest, .queue, "no URL"))
        unsent.ended = unsent.created
        return [saved, written, failed, mocked, odd, unsent]
    }

    @Test("Tasks of each version are read as they were kept, and new tasks can be added", arguments: 1...7)
    func versions(_ version: Int) throws {
        let scene = try HistoryScene()
        scene.keep(try samples()) { $0.place = "/a" }
        let (before, summaries) = (try scene.records(), try scene.summaries())
        #expect(before.count == 6)
        try scene.makeVersion(version)
        #expect(try Database(path: scene.folder.database).schemaVersion == version)
        let after = try scene.records()
        for (after, before) in zip(after, before) { #expect(after == before) }
        #expect(after.count == before.count)
        #expect(try scene.summaries() == summaries)
        #expect(try scene.list("body:needle") == [1])
        #expect(try scene.list("header:x-odd") == [5])
        scene.keep(try samples())
        #expect(try scene.records().count == 12)
        #expect(try scene.list("body:needle") == [7, 1])
        let store = try HistoryStore(changing: scene.folder)
        #expect(try store.statistics().isWhole)
        #expect(
            try tables(of: scene) == [
                "table session", "table task", "table summary", "table body", "table body_use",
            ])
        let limits = HistoryLimits(days: 0)
        #expect(try store.prune(to: limits, now: Date() + 60) == 12)
        #expect(try store.database.number("SELECT count(*) FROM body") == 0)
        #expect(scene.files.count { $0.contains("history-bodies/") && !scene.isFolder($0) } == 0)
    }
}
