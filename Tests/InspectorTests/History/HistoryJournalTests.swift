import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory

@Suite("The journal of the history", .timeLimit(.minutes(2)), .ownThread)
struct HistoryJournalTests {
    /// Different tasks, also such as have all parts of the one before.
    private func samples(_ numbers: some Sequence<Int>) throws -> [TaskRecord] {
        try numbers.map { number in
            try .sample(number, url: "http://a.test/\(number)", body: number % 3 == 0 ? "[\(number)]" : "{}")
        }
    }

    private func journal(of scene: HistoryScene) throws -> Data {
        try Data(contentsOf: URL(filePath: scene.folder.journal))
    }

    @Test("The tasks of a run are kept without a database, and read as if they had been put there at once")
    func few() throws {
        let (brief, usual) = (try HistoryScene(), try HistoryScene())
        let records = try samples(1...100)
        #expect(brief.journal(records).saved == records.count)
        #expect(!FileManager.default.fileExists(atPath: brief.folder.database))
        #expect(try brief.mode(brief.folder.journal) == 0o600)
        usual.keep(records)
        #expect(try brief.records() == usual.records())
        #expect(try brief.entries().map(\.story) == usual.entries().map(\.story))
        #expect(!HistoryJournal(of: brief.folder).isFilled)
        let statistics = try brief.store().statistics()
        #expect(statistics.tasks == records.count)
        #expect(statistics.sessions == 1)
        #expect(statistics.isWhole)
    }

    @Test(
        "Sessions follow each other in the order in which they kept tasks, with what others put into the tables between them"
    )
    func order() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...2))
        scene.journal(try samples(3...4))
        scene.keep(try samples(5...6))
        scene.journal(try samples(7...7))
        #expect(try scene.records().map(\.id) == Array(1...7))
        #expect(try scene.store().statistics().sessions == 4)
    }

    @Test(
        "A session that keeps more than the journal takes, or a large task, goes on in the tables",
        arguments: [true, false])
    func more(isLarge: Bool) throws {
        let scene = try HistoryScene()
        let isSaved = DispatchSemaphore(value: 0)
        let writer = HistoryWriter(scene.session { $0.beginsInJournal = true }) { _ in isSaved.signal() }
        writer.add(try .sample(1))
        isSaved.wait(for: "task 1 to be kept")
        #expect(!FileManager.default.fileExists(atPath: scene.folder.database))
        let size = StoredPart.longestInside + (isLarge ? 1 : 0)
        let last = isLarge ? 2 : HistoryJournal.mostBytes / size + 2
        let filling = String(repeating: "x", count: size)
        for number in 2...last {
            writer.add(try .sample(number, body: String("\(number) \(filling)".prefix(size))))
        }
        #expect(writer.finish(within: patience).saved == last)
        #expect(FileManager.default.fileExists(atPath: scene.folder.database))
        #expect(try scene.records().map(\.id) == Array(1...last))
        #expect(try scene.store().statistics().sessions == 1)
    }

    @Test("A session whose tasks somebody reads meanwhile stays one")
    func readMeanwhile() throws {
        let scene = try HistoryScene()
        let isSaved = DispatchSemaphore(value: 0)
        let writer = HistoryWriter(scene.session { $0.beginsInJournal = true }) { _ in isSaved.signal() }
        for (index, record) in try samples(1...3).enumerated() {
            writer.add(record)
            isSaved.wait(for: "task \(index + 1) to be kept")
            #expect(try scene.records().map(\.id) == Array(1...(index + 1)))
        }
        #expect(writer.finish(within: patience).saved == 3)
        #expect(try scene.store().statistics().sessions == 1)
    }

    @Test("Tasks are put into the tables once, also where a program ends before the journal is emptied")
    func once() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...3))
        let before = try journal(of: scene)
        #expect(try scene.records().count == 3)
        try before.write(to: URL(filePath: scene.folder.journal))
        #expect(try scene.records().count == 3)
        try before.write(to: URL(filePath: scene.folder.journal))
        scene.journal(try samples(4...5))
        #expect(try scene.records().map(\.id) == Array(1...5))
        #expect(try scene.store().statistics().sessions == 2)
    }

    @Test("Of a journal that is cut anywhere, the tasks are read that are whole")
    func cut() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...4))
        let whole = try journal(of: scene)
        var counts: [Int] = []
        for length in stride(from: JournalHeader.size + 1, through: whole.count, by: 41) {
            let cut = try HistoryScene()
            try cut.folder.make()
            try whole.prefix(length).write(to: URL(filePath: cut.folder.journal))
            let ids = try cut.records().map(\.id)
            #expect(ids == Array(1...4).prefix(ids.count).map { $0 })
            counts.append(ids.count)
        }
        #expect(counts == counts.sorted())
        #expect(Set(counts).isSuperset(of: [0, 1, 2, 3]))
    }

    @Test("Behind a hole that a crash of the machine has left, nothing is written")
    func hole() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...2))
        let whole = try journal(of: scene)
        try whole.dropLast(10).write(to: URL(filePath: scene.folder.journal))
        #expect(scene.journal(try samples(3...3)).saved == 1)
        #expect(try scene.records().map(\.id) == [1, 3])
    }

    @Test("Behind a length that no file has, nothing is written")
    func length() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...2))
        var bytes = try journal(of: scene)
        bytes.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
        try bytes.write(to: URL(filePath: scene.folder.journal))
        #expect(scene.journal(try samples(3...3)).saved == 1)
        #expect(try scene.records().map(\.id) == [1, 2, 3])
    }

    @Test("A damaged journal does no harm")
    func damaged() throws {
        let scene = try HistoryScene()
        scene.journal(try samples(1...4))
        let whole = try journal(of: scene)
        var random = SeededRandom(seed: 5)
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
                    in: .min ... .max, using: &random)
            }
            let damaged = try HistoryScene()
            try damaged.folder.make()
            try bytes.write(to: URL(filePath: damaged.folder.journal))
            #expect(damaged.keep([try .sample(9)]).error == nil)
            let store = try damaged.store()
            try store.visit { _ in }
            #expect(try store.statistics().isWhole)
            #expect(try store.statistics().tasks >= 1)
        }
    }

    @Test(
        "A file that is no journal is emptied, or set aside if it has room for tasks, and a new one begins",
        arguments: [1, 24, 100])
    func noJournal(size: Int) throws {
        let scene = try HistoryScene()
        try scene.folder.make()
        try Data(count: size).write(to: URL(filePath: scene.folder.journal))
        let report = scene.journal(try samples(1...1))
        #expect(report.saved == 1)
        #expect((report.damaged != nil) == (size == 100))
        #expect(try scene.records().map(\.id) == [1])
        #expect(scene.journal(try samples(2...2)).saved == 1)
        #expect(HistoryJournal(of: scene.folder).isFilled)
        #expect(try scene.records().map(\.id) == [1, 2])
    }

    @Test("A journal of a newer version is left alone, and tasks go into the tables")
    func newer() throws {
        let scene = try HistoryScene()
        try scene.folder.make()
        let content = Data("inspjrn3".utf8) + Data(count: 100)
        try content.write(to: URL(filePath: scene.folder.journal))
        #expect(scene.journal(try samples(1...2)).saved == 2)
        #expect(try scene.records().map(\.id) == [1, 2])
        #expect(try journal(of: scene) == content)
    }

    @Test("Where the disk is full, that is said, and what was kept stays whole")
    func full() throws {
        let scene = try HistoryScene()
        let outcome = try Program.run(
            ["/bin/bash", "-c", "ulimit -f 20; exec \"$0\" \"$@\""]
                + scene.probe(60, bodies: 2_000, isBrief: true))
        let last = try #require(outcome.output.wholeLines.last)
        #expect(last.hasSuffix(" full"), "\(outcome.output.suffix(200))")
        let saved = HistoryScene.saved(in: outcome.output)
        #expect((2..<60).contains(saved))
        #expect(try scene.records().count == saved)
        #expect(try scene.store().statistics().isWhole)
    }

    @Test("Programs that write at once, and others that read, lose no task and keep none twice")
    func several() throws {
        let scene = try HistoryScene()
        for _ in 0..<4 {
            let programs = try (0..<4).map { _ in try Program(scene.probe(40, isBrief: true)) }
            for _ in 0..<10 { _ = try HistoryStore(reading: scene.folder)?.statistics() }
            for program in programs { #expect(try program.outcome().output.contains("lost 0 -")) }
        }
        let statistics = try scene.store().statistics()
        #expect(statistics.tasks == 4 * 4 * 40)
        #expect(statistics.sessions == 16)
        let numbers = Dictionary(grouping: try scene.entries(), by: \.session).mapValues { entries in
            entries.compactMap { Int($0.url.split(separator: "/").last ?? "") }
        }
        #expect(numbers.values.allSatisfy { $0 == Array(1...40) })
        #expect(statistics.isWhole)
    }

    @Test("Where the tasks of a journal cannot be put into the tables, that is said")
    func stuck() throws {
        let (brief, usual) = (try HistoryScene(), try HistoryScene())
        usual.keep(try samples(1...1))
        for scene in [brief, usual] {
            scene.journal(try samples(2...3))
            try FileManager.default.removeItem(atPath: scene.folder.lock)
            try FileManager.default.createDirectory(
                atPath: scene.folder.lock, withIntermediateDirectories: false)
        }
        #expect(throws: HistoryError.self) { try HistoryStore(reading: brief.folder) }
        #expect(try usual.store().journalError != nil)
        #expect(try usual.records().map(\.id) == [1])

        try FileManager.default.removeItem(atPath: usual.folder.lock)
        #expect(try usual.store().journalError == nil)
        #expect(try usual.records().map(\.id) == [1, 2, 3])
    }

    @Test("What is erased is in no file")
    func erased() throws {
        let scene = try HistoryScene()
        scene.journal([try .sample(body: "remarkable")])
        #expect(try scene.files(holding: "remarkable") == [scene.folder.journal])
        try HistoryStore(changing: scene.folder).erase()
        #expect(try scene.files(holding: "remarkable") == [])
    }
}
