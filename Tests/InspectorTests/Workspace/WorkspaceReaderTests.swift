import ClientEngine
import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("Reading saved requests in the background", .ownThread)
struct WorkspaceReaderTests {
    /// A watched folder, and the tree that results from its files.
    private final class Read {
        let path = NSTemporaryDirectory() + "/reader-\(UUID().uuidString)"
        private(set) var app = TestApp(width: 140, height: 40)
        private let told = Monitor<[Message]>([])
        private let disk = DispatchQueue(label: "disk")
        private var reader: WorkspaceReader?

        init(_ files: [String: String]) throws {
            for (name, text) in files { try write(name, text) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func start() {
            let reader = WorkspaceReader(Workspace(paths: [path])) { [told, disk] piece in
                disk.async {
                    let changes = piece().map(Message.init)
                    told.withLock { $0 += changes }
                }
            }
            reader.start()
            self.reader = reader
        }

        func write(_ name: String, _ text: String) throws {
            let file = URL(filePath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        /// Receives messages until the screen meets the condition.
        func wait(for isWanted: (TestApp) -> Bool) -> Bool {
            while !isWanted(app) {
                guard let message = told.wait(timeout: patience, for: { $0.first }) else { return false }
                told.withLock { _ = $0.removeFirst() }
                app.send(message)
            }
            return true
        }
    }

    @Test("Files are shown before they are read, and none is left out")
    func many() throws {
        let folder = try Read([:])
        for number in 0..<300 {
            try folder.write(
                "\(number % 7)/\(number).http", "GET http://h/\(number)\n\n###\nGET http://h/\(number)/b\n")
        }
        folder.start()
        #expect(folder.wait { $0.state.saved.files.count == 300 })
        #expect(folder.app.state.saved.readCount == 0)
        #expect(folder.wait { !$0.state.saved.isReading })
        #expect(folder.app.state.saved.allRequests.count == 600)
    }

    @Test("Whoever sees the last request can choose an environment")
    func environmentsFirst() throws {
        let folder = try Read([
            "a.http": "GET http://h/\n", "http-client.env.json": #"{"early":{"x":"1"}}"#,
        ])
        folder.start()
        #expect(folder.wait { !$0.state.saved.isReading && !$0.state.saved.allRequests.isEmpty })
        #expect(folder.app.state.environments.names == ["early"])
    }

    @Test("What changes on disk changes in the tree")
    func changes() throws {
        let folder = try Read(["a.http": "### one\nGET http://h/1\n"])
        folder.start()
        #expect(folder.wait { $0.screen.contains("one") })
        try folder.write("a.http", "### two\nGET http://h/2\n")
        #expect(folder.wait { $0.screen.contains("two") && !$0.screen.contains("one") })
        try folder.write("new/b.http", "### three\nGET http://h/3\n")
        #expect(folder.wait { $0.screen.contains("three") })
        unlink(folder.path + "/a.http")
        #expect(folder.wait { !$0.screen.contains("two") })
        try folder.write("http-client.env.json", #"{"late":{"x":"1"}}"#)
        #expect(folder.wait { $0.state.environments.names == ["late"] })
    }

    @Test("A file that cannot be read any more keeps its requests and says why")
    func failure() throws {
        let folder = try Read(["a.http": "### one\nGET http://h/1\n"])
        folder.start()
        #expect(folder.wait { $0.screen.contains("one") })
        let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/a.http"))
        try handle.truncate(atOffset: UInt64(65 << 20))
        try handle.close()
        #expect(folder.wait { $0.screen.contains("is larger") })
        #expect(folder.app.state.saved.allRequests.map(\.title) == ["one"])
    }

    @Test("What is no file is one line of error, and nothing waits for it")
    func hostile() throws {
        let folder = try Read(["a.http": "GET http://h/1\n"])
        #expect(mkfifo(folder.path + "/fifo.http", 0o600) == 0)
        #expect(symlink("/dev/zero", folder.path + "/zero.http") == 0)
        #expect(symlink("loop.http", folder.path + "/loop.http") == 0)
        #expect(symlink(".", folder.path + "/self") == 0)
        folder.start()
        #expect(folder.wait { !$0.state.saved.isReading && $0.state.saved.files.count == 4 })
        let failures = folder.app.state.saved.files.compactMap(\.failure?.message)
        #expect(failures.count == 3)
        #expect(failures.filter { $0 == "is not a regular file" }.count == 2)
    }
}
