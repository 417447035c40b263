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

        func session(
            _ arguments: [String] = [], behind shell: [String] = [], columns: Int = 80, rows: Int = 24
        ) throws -> InspectorSession {
            let session = try InspectorSession(
                command: shell + [try BuiltProgram.path(), folder.path] + arguments,
                environment: ["XDG_STATE_HOME": state.path], columns: columns, rows: rows)
            try session.see("── SAVED")
            try session.see("Not there")
            return session
        }

        /// Sends the first request in a session, and returns to the list.
        func sessionWithTask(_ arguments: [String] = []) throws -> InspectorSession {
            let session = try session(arguments)
            try session.press("\r")
            try session.see("1 task")
            try session.press("\u{1B}")
            try session.see("── TASKS")
            return session
        }

        /// Sends both requests in a session, and quits.
        func sendBoth() throws {
            let session = try session()
            try session.press("\r")
            try session.see("200 OK")
            try session.press("j\r")
            try session.see("404 Not Found")
            #expect(try session.quit() == .status(0))
        }

        /// Returns the command prefix that mounts something over the history folder.
        func mounting(_ command: String) -> [String] {
            let script = "\(command.replacing("FOLDER", with: "\"$0\"")) && exec \"$@\""
            return ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, state.path + "/inspector"]
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
        try session.see("Hello, world!")
        try session.press("r")
        try session.see("2 tasks")
        try session.wait(for: "the task sent again in the history") { _ in place.count == 4 }
        #expect(try session.quit() == .status(0))
    }

    @Test("the first call of a session is compared with the last one of the same saved request")
    func compared() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.sessionWithTask()
        try session.press("d")
        try session.see("COMPARISON")
        try session.see("the last of its saved request in the history")
        try session.press("q")
        try session.seeNoMore("COMPARISON")
        #expect(try session.quit() == .status(0))
    }

    @Test("an archive of what a filter shows has earlier tasks with their bodies")
    func archived() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session()
        try session.press("\t/")
        try session.press("method:GET")
        try session.see("0/0 +2")
        try session.press("\rS")
        try session.see("2 that /method:GET shows, with 2 requests")
        let path = place.state.path + "/all.har"
        try session.press("\u{15}\(path)\r")
        try session.seeNoMore("HTTP ARCHIVE")
        try session.wait(for: "the file") { _ in FileManager.default.fileExists(atPath: path) }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("Hello, world!") && text.contains("/status/404"))
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
        try session.seeNoMore("Enter apply")
        #expect(try session.quit() == .status(0))
    }

    @Test("a screen at rest, which has sent nothing, uses no time")
    func resting() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session()
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
        try second.see("· 1 GET 127.0.0.1:")
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

    @Test(
        "a damaged one is set aside as soon as somebody asks for earlier tasks, which is said, and a new one is kept"
    )
    func damaged() throws {
        let place = try Place()
        try place.sendBoth()
        for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + file) }
        try Data(repeating: 0x5A, count: 20_000).write(to: URL(filePath: place.database))
        let session = try place.session()
        try session.press("\tk")
        try session.see("set aside")
        try session.see("Nothing of it is deleted")
        try session.press("\u{1B}")
        try session.press("\u{1B}[Z")
        try session.press("\r")
        try session.see("200 OK")
        #expect(try session.quit() == .status(0))
        let store = try HistoryStore(reading: HistoryFolder(path: place.state.path + "/inspector"))
        #expect(try store?.statistics().tasks == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.state.path + "/inspector")
        let aside = try #require(files.first { $0.hasPrefix("history.sqlite.corrupt-") })
        let kept = try Data(contentsOf: URL(filePath: place.state.path + "/inspector/" + aside))
        #expect(kept == Data(repeating: 0x5A, count: 20_000))
    }

    /// Indicates whether this machine lets tests mount file systems.
    ///
    /// Most containers do not.
    private static let canMount: Bool = {
        guard
            let outcome = try? Program.run(["/usr/bin/unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"])
        else {
            return false
        }
        return outcome.status == 0
    }()

    @Test(
        "on a full disk the answer is shown, what is not kept is said, and with room on it tasks are kept again",
        .enabled(if: canMount))
    func full() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session(
            behind: place.mounting(
                "mount -t tmpfs -o size=1m none FOLDER && dd if=/dev/zero of=FOLDER/filler bs=1k status=none || true"
            ), columns: 200)
        try session.press("\r")
        try session.see("200 OK")
        try session.see("1 task is not kept in the history")
        try session.see("Make room on the disk")
        try session.press("\r")
        try session.see("2 tasks are not kept in the history")
        let root = "/proc/\(session.terminal.process)/root"
        try FileManager.default.removeItem(atPath: root + place.state.path + "/inspector/filler")
        try session.press("\r")
        try session.see("Tasks are kept in the history again; 2 tasks of this session are not in it")
        try session.seeNoMore("Make room on the disk")
        #expect(try session.quit() == .status(0))
    }

    @Test("where a file may not grow, that is said as of a full disk")
    func limited() throws {
        let place = try Place()
        try place.sendBoth()
        let session = try place.session(
            behind: ["/bin/bash", "-c", "ulimit -f 4; exec \"$0\" \"$@\""], columns: 200)
        try session.press("\r")
        try session.see("200 OK")
        try session.see("not kept in the history")
        try session.see("Make room on the disk")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "where it may not be written, it is read, the answer is shown, and what is not kept is said",
        .enabled(if: canMount), arguments: [true, false])
    func readOnly(hasLog: Bool) throws {
        let place = try Place()
        try place.sendBoth()
        if !hasLog {
            let store = try HistoryStore(changing: HistoryFolder(path: place.state.path + "/inspector"))
            try store.alone { () throws(HistoryError) in try store.database.checkpoint() }
            for file in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: place.database + file) }
        }
        let session = try place.session(
            behind: place.mounting("mount --bind FOLDER FOLDER && mount -o remount,bind,ro FOLDER"),
            columns: 200)
        try session.see("sent once")
        try session.press("\r")
        try session.see("200 OK")
        try session.see("1 task is not kept in the history")
        try session.see("may be written, they are only read. --no-history keeps nothing.")
        #expect(try session.quit() == .status(0))
        #expect(place.count == 2)
    }

    @Test("while another program holds it, the answer is shown, and what is not kept is said")
    func locked() throws {
        let place = try Place()
        try place.sendBoth()
        let descriptor = open(place.state.path + "/inspector/history.lock", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let session = try place.session(columns: 200)
        try session.see("sent once")
        try session.press("\r")
        try session.see("200 OK")
        try session.see("another program is writing it for too long")
        try session.see("The next tasks are tried again")
        #expect(flock(descriptor, LOCK_UN) == 0)
        try session.press("\r")
        try session.see("Tasks are kept in the history again")
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
        try session.see("200 OK")
        try session.see("not kept in the history")
        try session.see("Use the newer version")
        #expect(try session.quit() == .status(0))
        #expect(place.count == 2)
    }
}
