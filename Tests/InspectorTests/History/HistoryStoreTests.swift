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
        var rows: [String] = []
        try store.database.run("SELECT url FROM summary ORDER BY task") { row in
            rows.append(row.text(0))
            return true
        }
        #expect(rows == urls)
        let kept = try scene.records()
        #expect(kept.map(\.id) == numbers)
        let bodies = kept.map { $0.attempts.first?.exchanges.first?.body }
        #expect(bodies == numbers.map { Array("[\($0)]".utf8) })
    }

    @Test(
        "What was said to be kept is there after SIGKILL, at whatever moment, also where each task is kept alone",
        arguments: [false, true])
    func killed(isBrief: Bool) throws {
        var random = SeededRandom(seed: 18)
        let scene = try HistoryScene()
        var acknowledged = 0
        for _ in 0..<8 {
            let program = try Program(scene.probe(isBrief ? 60 : 100_000, bodies: 300, isBrief: isBrief))
            let wanted = Int.random(in: 1...(isBrief ? 50 : 400), using: &random)
            // The last report counts, even if it was written after the signal was sent.
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
        #expect(try scene.list("body:bbbb").count == statistics.tasks)
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
        // The heads shared by all tasks, and one body for each task.
        #expect(try store.database.number("SELECT count(*) FROM body") == 5)
        #expect(try store.database.number("SELECT count(*) FROM body_use") == 5)
    }

    @Test("A body goes with the last task that has it, whatever the order of the times")
    func bodiesGo() throws {
        let scene = try HistoryScene()
        let old = Date() - 100 * 86_400
        scene.keep([
            try .sample(1, body: "of both", date: Date()), try .sample(2, body: "of both", date: old),
            try .sample(3, body: "old", date: old), try .sample(4, body: "new"),
        ])
        let store = try HistoryStore(changing: scene.folder)
        #expect(try store.prune(to: HistoryLimits(days: 90), now: Date()) == 2)
        func bodies() throws -> [String] {
            try scene.records().map { String(decoding: $0.lastExchange?.body ?? [], as: UTF8.self) }
        }
        #expect(try bodies() == ["of both", "new"])
        let future = Date() + 100 * 86_400
        scene.keep([try .sample(5, body: "newest", date: future)])
        #expect(try store.prune(to: HistoryLimits(days: 90), now: future) == 2)
        #expect(try bodies() == ["newest"])
        #expect(try store.database.number("SELECT count(*) FROM body") == 3)
        #expect(try store.database.number("SELECT count(*) FROM body_use") == 3)
        // A later task stores a deleted body again.
        #expect(scene.keep([try .sample(6, body: "old")]).saved == 1)
        #expect(try bodies() == ["newest", "old"])
    }

    @Test(
        "inspector history deletes some old tasks after every fifth session, and a session that rests the others"
    )
    func resting() async throws {
        let scene = try HistoryScene()
        let old = Date() - 100 * 86_400
        for session in 1...5 {
            scene.keep(try (1...10).map { try .sample(10 * session + $0, date: old) }) {
                $0.limits.days = 1_000
            }
            let store = try scene.store()
            try store.catchUp(HistoryLimits(days: 90))
            if session < 5 { #expect(try store.statistics().tasks == 10 * session) }
        }
        #expect(try scene.store().statistics().tasks < 50)
        let writer = HistoryWriter(scene.session { $0.idleMilliseconds = 1 })
        writer.start()
        try await wait(for: "the end of what can wait") { try scene.store().statistics().tasks == 0 }
        #expect(writer.finish(within: patience) == HistoryWriter.Report())
    }

    @Test("A session that keeps nothing makes no history")
    func nothing() throws {
        let scene = try HistoryScene()
        let writer = HistoryWriter(scene.session { $0.idleMilliseconds = 1 })
        writer.start()
        #expect(writer.finish(within: patience).error == nil)
        #expect(scene.files == [])
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
        try store.erase()
        #expect(try scene.files(holding: canary) == [])
        #expect(try scene.files(holding: "can") == [])
        #expect(try store.statistics().tasks == 0)
        scene.keep([try .sample(3)])
        #expect(try scene.records().map(\.id) == [3])
    }
}
