import ClientEngine
import Dispatch
import Foundation
import Testing

@testable import Inspector

@Suite("Watching folders")
struct FolderWatchTests {
    /// A watched folder, and what is told about it.
    private final class Watched {
        let path = NSTemporaryDirectory() + "/watch-\(UUID().uuidString)"
        private let told = Locked<[FolderWatch.Change]>([])
        private let arrival = DispatchSemaphore(value: 0)
        private var watch: FolderWatch?

        init(folders: [String] = [], asking name: String? = nil) throws {
            for folder in [""] + folders { try make(folder) }
            watch = FolderWatch([name.map { path + "/" + $0 } ?? path], of: { $0.hasSuffix(".http") }) {
                [told, arrival] change in
                told.withLock { $0.append(change) }
                arrival.signal()
            }
            // The first report says that everything is followed.
            let first = try #require(next())
            #expect(first.hasMissed && first.paths.isEmpty && !first.isPartial)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func next(within limit: DispatchTimeInterval = .seconds(20)) -> FolderWatch.Change? {
            guard arrival.wait(timeout: .now() + limit) == .success else { return nil }
            return told.withLock { $0.removeFirst() }
        }

        /// Gathers changes until they say what is waited for.
        func gather(until isEnough: (FolderWatch.Change) -> Bool) -> FolderWatch.Change {
            var sum = FolderWatch.Change()
            while !isEnough(sum), let change = next() {
                sum.paths.formUnion(change.paths)
                sum.hasMissed = sum.hasMissed || change.hasMissed
            }
            return sum
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
        try folder.write("new/deep/a.http")
        #expect(folder.gather { !$0.paths.isEmpty }.paths == [folder.path + "/new/deep/a.http"])
        #expect(rename(folder.path + "/old", folder.path + "/moved") == 0)
        #expect(folder.gather { $0.hasMissed }.hasMissed)
        try folder.write("moved/b.http")
        #expect(folder.gather { !$0.paths.isEmpty }.paths == [folder.path + "/moved/b.http"])
    }

    @Test("A folder that is not there is followed once it is, and again when it has gone and come back")
    func awaited() throws {
        let folder = try Watched(asking: "not/yet/.there")
        for _ in 1...2 {
            try folder.make("not/yet/.there/deep")
            _ = folder.gather { $0.hasMissed }
            try folder.write("not/yet/.there/deep/a.http")
            let name = "/not/yet/.there/deep/a.http"
            #expect(folder.gather { !$0.paths.isEmpty }.paths == [folder.path + name])
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
