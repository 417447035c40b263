import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import InspectorWorkspace

@Suite("Watching folders", .ownThread)
struct FolderWatchTests {
    /// A watched folder, and the reports about it.
    private final class Watched {
        let path = NSTemporaryDirectory() + "/watch-\(UUID().uuidString)"
        private let told = Monitor<[FolderWatch.Change]>([])
        private var watch: FolderWatch?

        init(folders: [String] = [], asking name: String? = nil) throws {
            for folder in [""] + folders { try make(folder) }
            watch = FolderWatch([name.map { path + "/" + $0 } ?? path], of: { $0.hasSuffix(".http") }) {
                [told] change in
                told.withLock { $0.append(change) }
            }
            // The first report means that everything is watched.
            let first = try #require(next())
            #expect(first.hasMissed && first.paths.isEmpty && !first.isPartial)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Returns the next report.
        ///
        /// Records an issue if there is none in time.
        func next() -> FolderWatch.Change? {
            guard let change = told.wait(timeout: patience, for: { $0.first }) else {
                Issue.record("no report came within \(patience)")
                return nil
            }
            told.withLock { _ = $0.removeFirst() }
            return change
        }

        /// Combines changes until they are sufficient.
        func gather(until isEnough: (FolderWatch.Change) -> Bool) -> FolderWatch.Change {
            var sum = FolderWatch.Change()
            while !isEnough(sum), let change = next() {
                sum.paths.formUnion(change.paths)
                sum.hasMissed = sum.hasMissed || change.hasMissed
            }
            return sum
        }

        /// Saves files until each one was reported, and returns whether that succeeded.
        ///
        /// After an incomplete report, saves the unreported files again.
        func save(_ names: [String]) throws -> Bool {
            let wanted = Set(names.map { path + "/" + $0 })
            for name in names { try write(name) }
            var named: Set<String> = []
            while !named.isSuperset(of: wanted), let change = next() {
                named.formUnion(change.paths)
                guard change.hasMissed else { continue }
                for name in names where !named.contains(path + "/" + name) { try write(name) }
            }
            return named.isSuperset(of: wanted)
        }

        func make(_ folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: path + "/" + folder, withIntermediateDirectories: true)
        }

        func write(_ name: String, _ text: String = "GET http://h/\n") throws {
            try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        }
    }

    @Test("A file that is written is named; one of another kind is not")
    func write() throws {
        let folder = try Watched(folders: ["shop"])
        try folder.write("notes.txt")
        try folder.write("shop/orders.http")
        let change = folder.gather { !$0.paths.isEmpty }
        #expect(change.paths == [folder.path + "/shop/orders.http"])
        #expect(!change.hasMissed)
    }

    @Test("An editor that renames over the file is seen")
    func renameOver() throws {
        let folder = try Watched()
        try folder.write("a.http")
        _ = folder.gather { !$0.paths.isEmpty }
        try folder.write(".a.http.swp")
        #expect(rename(folder.path + "/.a.http.swp", folder.path + "/a.http") == 0)
        #expect(folder.gather { !$0.paths.isEmpty }.paths.contains(folder.path + "/a.http"))
    }

    @Test("New folders are followed, and so are folders that have moved")
    func folders() throws {
        let folder = try Watched(folders: ["old"])
        try folder.make("new/deep")
        #expect(folder.gather { $0.hasMissed }.hasMissed)
        #expect(try folder.save(["new/deep/a.http"]))
        #expect(rename(folder.path + "/old", folder.path + "/moved") == 0)
        #expect(folder.gather { $0.hasMissed }.hasMissed)
        #expect(try folder.save(["moved/b.http"]))
    }

    @Test("A folder that is made while the one above it comes to be followed is followed, too")
    func quickly() throws {
        let folder = try Watched()
        let names = (0..<300).map { "\($0)/a/b/c" }
        for name in names { try folder.make(name) }
        #expect(folder.gather { $0.hasMissed }.hasMissed)
        #expect(try folder.save(names.map { $0 + "/x.http" }))
    }

    @Test("A folder that is not there is followed once it is, and again when it has gone and come back")
    func awaited() throws {
        let folder = try Watched(asking: "not/yet/.there")
        for _ in 1...2 {
            try folder.make("not/yet/.there/deep")
            _ = folder.gather { $0.hasMissed }
            #expect(try folder.save(["not/yet/.there/deep/a.http"]))
            try FileManager.default.removeItem(atPath: folder.path + "/not")
            #expect(folder.gather { $0.hasMissed && !$0.paths.isEmpty }.hasMissed)
        }
    }

    @Test("A burst of changes is told in few reports")
    func burst() throws {
        let folder = try Watched()
        for number in 0..<200 { try folder.write("\(number).http") }
        var reports = 0
        var paths: Set<String> = []
        while paths.count < 200, let change = folder.next() {
            paths.formUnion(change.paths)
            reports += 1
        }
        #expect(paths.count == 200)
        #expect(reports < 50)
    }

    @Test("Files that are gone are named")
    func deletion() throws {
        let folder = try Watched()
        try folder.write("a.http")
        _ = folder.gather { !$0.paths.isEmpty }
        unlink(folder.path + "/a.http")
        #expect(folder.gather { !$0.paths.isEmpty }.paths == [folder.path + "/a.http"])
    }
}
