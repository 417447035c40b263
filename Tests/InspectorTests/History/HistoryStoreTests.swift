import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory
@testable import InspectorValues

@Suite("The files of the history", .timeLimit(.minutes(2)), .ownThread)
struct HistoryStoreTests {
    @Test("Nobody but their owner can read them, whatever the mask says")
    func modes() throws {
        let scene = try HistoryScene()
        let outcome = try Program.run(
            ["/bin/sh", "-c", "umask 0; exec \"$0\" \"$@\""] + scene.probe(3, bodies: 100_000))
        #expect(outcome.output.hasSuffix("lost 0 -\n"), "\(outcome.output)\(outcome.messages)")
        let files = scene.files
        #expect(files.contains(scene.folder.database))
        #expect(files.count { $0.contains("history-bodies/") } >= 4)
        for file in files {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            #expect(try scene.mode(file) == (isFolder.boolValue ? 0o700 : 0o600), "\(file)")
        }
    }

    @Test("Four programs that write at once keep all rows")
    func several() throws {
        let scene = try HistoryScene()
        let programs = try (0..<4).map { _ in try Program(scene.probe(300)) }
        for program in programs {
            #expect(try program.outcome().output.contains("lost 0 -"))
        }
        let statistics = try scene.store().statistics()
        #expect(statistics.tasks == 1_200)
        #expect(statistics.sessions == 4)
        #expect(statistics.isWhole)
    }

    @Test("Of many tasks that are kept together, each has its own row, story and parts")
    func together() throws {
        let scene = try HistoryScene()
        let numbers = Array(1...45)
        let urls = numbers.map { "http://a.test/\($0)?\($0)" }
        let records = try zip(numbers, urls).map { try TaskRecord.sample($0, url: $1, body: "[\($0)]") }
        var packing = StoredTask.Packing(in: nil, Redaction())
        let tasks = records.compactMap { StoredTask($0, &packing) }
        let store = try HistoryStore(writing: scene.folder)
        var session: Int?
        try store.append(tasks, of: scene.session(), as: &session)
        var rows: [[String]] = []
        try store.database.run("SELECT number, url FROM task ORDER BY id") { row in
            rows.append([row.text(0), row.text(1)])
            return true
        }
        #expect(rows == zip(numbers, urls).map { ["\($0)", $1] })
        let kept = try scene.records()
        #expect(kept.map(\.id) == numbers)
        let bodies = kept.map { $0.attempts.first?.exchanges.first?.body }
        #expect(bodies == numbers.map { Array("[\($0)]".utf8) })
    }

    @Test(
        "What was said to be kept is there after SIGKILL, at whatever moment, also what is in the journal",
        arguments: [false, true])
    func killed(isBrief: Bool) throws {
        var random = SeededRandom(seed: 18)
        let scene = try HistoryScene()
        var acknowledged = 0
        for _ in 0..<8 {
            let program = try Program(scene.probe(isBrief ? 60 : 100_000, bodies: 300, isBrief: isBrief))
            let wanted = Int.random(in: 1...(isBrief ? 50 : 400), using: &random)
            // Its last word counts, also one that came while the signal was on its way.
            _ = try program.wait(for: "\(wanted) kept tasks") {
                HistoryScene.saved(in: $0) >= wanted ? true : nil
            }
            program.signal(SIGKILL)
            acknowledged += HistoryScene.saved(in: try program.outcome().output)
        }
        let statistics = try scene.store().statistics()
        #expect(statistics.tasks >= acknowledged)
        #expect(statistics.isWhole)
    }

    @Test("Where the disk is full, that is said, and what was kept stays whole")
    func full() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample()])
        let outcome = try Program.run(
            ["/bin/bash", "-c", "ulimit -f 200; exec \"$0\" \"$@\""] + scene.probe(2_000, bodies: 2_000))
        let last = try #require(outcome.output.wholeLines.last)
        #expect(last.hasSuffix(" full"), "\(outcome.output.suffix(200))")
        #expect(!last.hasPrefix("lost 0"))
        let statistics = try scene.store().statistics()
        #expect(statistics.isWhole)
        #expect(statistics.tasks == 1 + HistoryScene.saved(in: outcome.output))
        #expect(scene.keep([try .sample()]).error == nil)
    }

    @Test("A damaged history is set aside, and a new one begins", arguments: [true, false])
    func damaged(isCut: Bool) throws {
        let scene = try HistoryScene()
        for _ in 0..<30 { scene.keep([try .sample(body: String(repeating: "x", count: 9_000))]) }
        let store = try HistoryStore(changing: scene.folder)
        try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
        let database = URL(filePath: scene.folder.database)
        var bytes = try Data(contentsOf: database)
        if isCut {
            bytes = bytes.prefix(bytes.count / 2)
        } else {
            bytes.replaceSubrange(0..<5_000, with: Data(count: 5_000))
        }
        try bytes.write(to: database)
        let report = scene.keep([try .sample()])
        #expect(report.saved == 1)
        #expect(report.error == nil)
        let aside = try #require(report.damaged?.path)
        #expect(try Data(contentsOf: URL(filePath: aside)).count >= bytes.count / 2)
        #expect(try scene.mode(aside) == 0o600)
        #expect(try scene.records().count == 1)
    }

    @Test("The history of a newer version is read, and not written")
    func newer() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample()])
        try Database(path: scene.folder.database).execute("PRAGMA user_version=99")
        let report = scene.keep([try .sample()])
        #expect(report.saved == 0)
        #expect(report.lost == 1)
        #expect(report.error?.kind == .newer)
        #expect(try scene.records().count == 1)
    }

    @Test("Where no folder can be made, that is said")
    func noFolder() throws {
        let scene = try HistoryScene()
        let report = scene.keep([try .sample()]) { $0.folder = HistoryFolder(path: "/proc/inspector") }
        #expect(report.lost == 1)
        #expect(report.error?.description.contains("/proc/inspector") == true)
    }

    @Test("What is old goes, and then the oldest until the rest is small enough")
    func limits() throws {
        let scene = try HistoryScene()
        let old = Date(timeIntervalSinceNow: -100 * 86_400)
        let records = try (1...40).map { number in
            try TaskRecord.sample(
                number, body: "\(number)" + String(repeating: "b", count: 30_000),
                date: number <= 10 ? old : Date())
        }
        scene.keep(records)
        let store = try HistoryStore(changing: scene.folder)
        while try store.index() {}
        #expect(try store.prune(to: HistoryLimits(days: 90), now: Date()) == 10)
        #expect(try store.prune(to: HistoryLimits(days: 90), now: Date()) == 0)
        #expect(try store.statistics().bodyFiles == 30)
        while try store.prune(to: HistoryLimits(bytes: 600_000), now: Date()) > 0 {}
        while try store.shrink() {}
        let statistics = try store.statistics()
        #expect(statistics.tasks > 0)
        #expect(statistics.databaseBytes + statistics.bodyFileBytes <= 600_000)
        #expect(try scene.records().last?.id == 40)
        #expect(scene.files.count { $0.contains("history-bodies/") && $0.count > 100 } >= statistics.tasks)
        #expect(try store.candidates(for: "bbbb", in: .body).count == statistics.tasks)
    }

    @Test("What is beyond the limits goes in steps, between which another program writes")
    func pruningInSteps() throws {
        let scene = try HistoryScene()
        let old = Date(timeIntervalSinceNow: -100 * 86_400)
        scene.keep(try (1...250).map { try TaskRecord.sample($0, body: "body \($0)", date: old) })
        let store = try HistoryStore(changing: scene.folder)
        var steps: [Int] = []
        while true {
            let deleted = try store.prune(to: HistoryLimits(days: 90), now: Date())
            if deleted == 0 { break }
            steps.append(deleted)
            #expect(scene.keep([try .sample(1_000 + steps.count, body: "body \(steps.count)")]).saved == 1)
        }
        #expect(steps == [100, 100, 50])
        #expect(
            try scene.records().map { String(decoding: $0.lastExchange?.body ?? [], as: UTF8.self) }
                == ["body 1", "body 2", "body 3"])
        while try store.index() {}
        #expect(try store.database.number("SELECT count(*) FROM call_kind") == 3)
    }

    @Test("A history of version 3 is read as it is, and goes on where it may be written")
    func version3() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample(1, body: "an old needle"), try .sample(2)])
        try scene.makeVersion3()
        let reading = try scene.store()
        #expect(
            try reading.entry(1, withBodies: true)?.record?.lastExchange?.body == Array("an old needle".utf8))
        #expect(try reading.candidates(for: "needle", in: .body) == [1])
        let kind = try #require(CallKind(try TaskRecord.sample(1).origin))
        #expect(try reading.usualDuration(of: kind) == nil)
        scene.keep(try (3...7).map { try TaskRecord.sample($0, body: "a new needle") })
        let store = try HistoryStore(changing: scene.folder)
        for _ in 0..<2 {
            #expect(try store.candidates(for: "needle", in: .body) == [1, 3, 4, 5, 6, 7])
            #expect(try store.usualDuration(of: kind)?.count == 7)
            #expect(try reading.usualDuration(of: kind)?.count == 7)
            #expect(
                try scene.records().compactMap { $0.lastExchange?.head?.status }
                    == Array(repeating: 200, count: 7))
            while try store.index() {}
        }
        #expect(try store.lastLinked == 7)
        #expect(try store.statistics().isWhole)
    }

    @Test("Tasks of version 4, with and without summaries, and those behind them are read as they were kept")
    func version4() throws {
        let scene = try HistoryScene()
        scene.keep(try (1...3).map { try TaskRecord.sample($0, url: "http://a.test/\($0)", body: "[\($0)]") })
        let before = try scene.entries()
        try scene.makeVersion4()
        #expect(try scene.entries() == before)
        try Database(path: scene.folder.database).execute("DELETE FROM summary WHERE task = 1")
        scene.keep([try .sample(4, url: "http://a.test/4", body: "[4]")])
        let after = try scene.entries()
        #expect(Array(after.prefix(3)) == before)
        #expect(after.map(\.url) == (1...4).map { "http://a.test/\($0)" })
        let store = try HistoryStore(changing: scene.folder)
        #expect(try store.candidates(for: "a.test/1", in: .header) == [1])
        while try store.index() {}
        #expect(try store.candidates(for: "a.test/4", in: .header) == [4])
        while try store.summarize() {}
        #expect(try store.database.number("SELECT count(*) FROM summary") == 4)
        #expect(try scene.entries() == after)
    }

    @Test("Tasks of version 5, whose stories were texts, are read as they were kept")
    func version5() throws {
        let scene = try HistoryScene()
        var record = try TaskRecord.sample(1, body: "old")
        record.origin.provenance = Provenance(.saved, file: "/a/shop.http", line: 12)
        scene.keep([record])
        let before = try scene.entries()
        try scene.makeVersion5()
        #expect(try scene.entries() == before)
        scene.keep([record])
        let after = try scene.entries()
        #expect(after.first == before.first)
        #expect(after.map(\.story) == [before[0].story, before[0].story])
        #expect(after.map(\.file) == ["/a/shop.http", "/a/shop.http"])
        // What a program of version 5 that still runs would do behind the tasks, which it cannot read, is refused.
        let old = try Database(path: scene.folder.database)
        #expect(throws: HistoryError.self) { try old.execute("UPDATE searchable SET last_linked = 9") }
        #expect(throws: HistoryError.self) {
            try old.execute("UPDATE searchable SET last_task = 9, last_body = 9")
        }
    }

    @Test("A shape goes with the last task that has it")
    func shapesGo() throws {
        let scene = try HistoryScene()
        var old = try TaskRecord.sample(1)
        old.isRequestEdited = true
        old.origin.date = Date() - 100 * 86_400
        scene.keep([old, try .sample(2)])
        let store = try HistoryStore(changing: scene.folder)
        #expect(try store.database.number("SELECT count(*) FROM shape") == 2)
        #expect(try store.prune(to: HistoryLimits(days: 90), now: Date()) == 1)
        #expect(try store.database.number("SELECT count(*) FROM shape") == 1)
        #expect(try scene.records().count == 1)
        // A later task of the same shape has it kept again.
        #expect(scene.keep([old]).saved == 1)
        #expect(try scene.records().map(\.isRequestEdited) == [false, true])
        try store.erase()
        #expect(try store.database.number("SELECT count(*) FROM shape") == 0)
    }

    @Test("A task whose body's file is gone, or another one, is there without it, and its size")
    func bodyGone() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample(1, body: String(repeating: "z", count: 50_000))])
        let file = try #require(scene.files.first { $0.contains("history-bodies/") && !scene.isFolder($0) })
        for content in ["another one", nil] {
            if let content {
                try content.write(toFile: file, atomically: false, encoding: .utf8)
            } else {
                try FileManager.default.removeItem(atPath: file)
            }
            let exchange = try #require(try scene.records().first?.lastExchange)
            #expect(exchange.body.isEmpty)
            #expect(exchange.droppedBody == 50_000)
        }
    }

    @Test("Where another program writes for too long, that is said, and what is there is read")
    func locked() throws {
        let scene = try HistoryScene()
        scene.keep([try .sample(1)])
        let descriptor = open(scene.folder.lock, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let report = scene.keep([try .sample(2)])
        #expect(report.lost == 1)
        #expect(report.error?.kind == .locked)
        #expect(try scene.records().map(\.id) == [1])
    }

    @Test("What comes again is there once, and a task with a small body takes less than a kilobyte")
    func once() throws {
        let scene = try HistoryScene()
        scene.keep(try (1...500).map { try .sample($0, url: "http://a.test/orders/\($0)?page=1") })
        let store = try HistoryStore(changing: scene.folder)
        try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
        #expect(try store.database.number("SELECT count(*) FROM body") == 3)
        #expect(try store.statistics().databaseBytes < 500 * 1_000)
        let heads = try scene.records().compactMap(\.lastExchange?.requestHead)
        #expect(heads.count == 500)
        #expect(
            heads.last.map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(
                "GET /orders/500?page=1 HTTP/1.1\r\n") == true)
    }

    @Test("What another program has deleted meanwhile is kept again")
    func deletedByOthers() throws {
        let scene = try HistoryScene()
        let store = try HistoryStore(writing: scene.folder)
        var packing = StoredTask.Packing(in: nil, Redaction())
        var session: Int?
        for number in 1...2 {
            let task = try #require(StoredTask(try .sample(number), &packing))
            try store.append([task], of: scene.session(), as: &session)
            let kept = try #require(try scene.records().first?.lastExchange)
            #expect(kept.head?.status == 200)
            #expect(kept.body == Array("{}".utf8))
            if number == 1 { try HistoryStore(changing: scene.folder).erase() }
        }
    }

    @Test("After erasing, nothing of it is left in any file")
    func erase() throws {
        let scene = try HistoryScene()
        let canary = "canary-7f3a91"
        scene.keep([
            try .sample(1, url: "http://a.test/\(canary)", body: canary),
            try .sample(2, body: canary + String(repeating: "y", count: 50_000)),
        ]) { $0.idleMilliseconds = 1 }
        #expect(try !scene.files(holding: canary).isEmpty)
        let store = try HistoryStore(changing: scene.folder)
        while try store.index() {}
        try store.erase()
        #expect(try scene.files(holding: canary) == [])
        #expect(try scene.files(holding: "can") == [])
        #expect(try store.statistics().tasks == 0)
        scene.keep([try .sample(3)])
        #expect(try scene.records().map(\.id) == [3])
    }
}
