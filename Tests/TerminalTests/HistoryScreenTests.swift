import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import InspectorHistory

@Suite("The history on the screen", .ownThread, .serialized)
struct HistoryScreenTests {
    /// A folder with requests, and a state folder that outlives its sessions.
    private final class Place {
        let server: SandboxServer
        let folder: TemporaryFolder
        let state: TemporaryFolder

        init() throws {
            server = try SandboxServer.start()
            folder = try TemporaryFolder()
            state = try TemporaryFolder()
            try folder.write(
                "### Say hello\nGET \(server.url)/hello?word=needle\n\n### Not there\nGET \(server.url)/status/404\n",
                to: "api.http")
        }

        var database: String { state.path + "/inspector/history.sqlite" }

        func session(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24) throws -> InspectorSession
        {
            let session = try InspectorSession(
                [folder.path] + arguments, environment: ["XDG_STATE_HOME": state.path], columns: columns,
                rows: rows)
            try session.see("── SAVED")
            try session.see("Not there")
            return session
        }

        /// Sends the first request in a session, and goes to the list.
        func sessionWithTask(_ arguments: [String] = []) throws -> InspectorSession {
            let session = try session(arguments)
            try session.press("\r")
            try session.see("1 task")
            try session.press("\u{1B}")
            try session.see("── TASKS")
            return session
        }

        /// Sends both requests in a session, and leaves it.
        func sendBoth() throws {
            let session = try session()
            try session.press("\r")
            try session.see("200 OK")
            try session.press("j\r")
            try session.see("404 Not Found")
            #expect(try session.quit() == .status(0))
        }

        var count: Int {
            let folder = HistoryFolder(path: state.path + "/inspector")
            return (try? HistoryStore(reading: folder)?.statistics().tasks) ?? 0
        }
    }

    @Test("a saved request shows its last answer before it is sent, and nothing where there is none")
    func preview() throws {
        let place = try Place()
        let first = try place.session()
        try first.see("GET \(place.server.url)/hello")
        #expect(!first.screen.text.contains("last"))
        #expect(try first.quit() == .status(0))
        try place.sendBoth()
        let second = try place.session()
        try second.see("sent once")
        try second.see("200 OK")
        try second.press("j")
        try second.see("404 Not Found")
        #expect(try second.quit() == .status(0))
    }

    @Test("the statistics sum up what earlier sessions have sent")
    func statistics() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session()
        try session.press("\r")
        try session.see("200 OK")
        try session.press("T")
        try session.see("this session, 1 task")
        try session.wait(for: "the third task in the history") { _ in place.count == 3 }
        try session.press("www")
        try session.see("the history, 3 tasks")
        try session.see("/status/{id}")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "earlier tasks stand above those of this session, open as these do, and are sent again when that is asked for"
    )
    func list() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.sessionWithTask()
        try session.press("k")
        try session.see("── this session ──")
        try session.see("/status/404")
        try session.press("k")
        try session.see("· 1 GET /hello?word=needle")
        try session.press("\r2")
        try session.see("needle")
        try session.press("r")
        try session.see("2 tasks")
        #expect(try session.quit() == .status(0))
    }

    @Test("a filter and its texts go over all of it")
    func filter() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.sessionWithTask()
        try session.press("/header:needle")
        try session.see("1/1 +1")
        try session.press("\r")
        try session.see("this session")
        try session.press("/\u{15}status:404")
        try session.see("0/1 +1")
        try session.press("\r")
        try session.seeNoMore("Enter keep")
        #expect(try session.quit() == .status(0))
    }

    @Test("the screen at rest brings the index up to date, and then uses no time")
    func indexing() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.sessionWithTask()
        let folder = HistoryFolder(path: place.state.path + "/inspector")
        let store = try #require(try HistoryStore(reading: folder))
        try session.wait(for: "the index") { _ in place.count == 3 && (try? store.isBehind) == false }
        try session.terminal.wait(for: "a second in which no time is used") {
            let before = ProcessFigures(of: session.terminal.process)
            let bytes = session.terminal.countBytes(for: .seconds(1))
            guard let before, let after = ProcessFigures(of: session.terminal.process) else { return false }
            return bytes == 0 && after.ticks == before.ticks
        }
        #expect(try session.quit() == .status(0))
    }

    @Test("after SIGKILL what had been kept is there")
    func killed() throws {
        let place = try Place()
        let first = try place.session()
        try first.press("\r")
        try first.see("200 OK")
        try first.terminal.wait(for: "the commit", within: patience) { place.count == 1 }
        first.terminal.signal(SIGKILL)
        _ = try first.waitForExit()
        let second = try place.session()
        try second.see("sent once")
        try second.press("\tk")
        try second.see("· 1 GET /hello")
        #expect(try second.quit() == .status(0))
    }

    @Test("without a history the screen works, and says so when it is asked for")
    func none() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session(["--no-history"])
        try session.see("GET \(place.server.url)/hello")
        #expect(!session.screen.text.contains("sent once"))
        try session.press("\r")
        try session.see("1 task")
        try session.press("\u{1B}")
        try session.see("── TASKS")
        try session.press("k")
        try session.see("no history is kept here")
        #expect(try session.quit() == .status(0))
    }

    @Test("a damaged one is named, and requests are sent")
    func damaged() throws {
        let place = try Place()
        try place.sendBoth()
        for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + file) }
        try Data(repeating: 0x5A, count: 20_000).write(to: URL(filePath: place.database))
        let session = try place.session()
        try session.press("\tk")
        try session.see("The history cannot be read")
        try session.press("\u{1B}")
        try session.press("\u{1B}[Z")
        try session.press("\r")
        try session.see("200 OK")
        try session.see("set aside")
        #expect(try session.quit() == .status(0))
    }

    @Test("one of a newer version is read, and not written")
    func newer() throws {
        let place = try Place()
        try place.sendBoth()
        try Database(path: place.database).execute("PRAGMA user_version=99")
        let session = try place.session()
        try session.see("sent once")
        try session.press("\r")
        try session.see("not kept in the history")
        #expect(try session.quit() == .status(0))
    }
}
