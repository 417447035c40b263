import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Comparing, summing up and archiving in the terminal", .ownThread, .serialized)
struct TaskReviewTests {
    /// Opens a folder with one request per line of paths, and sends each of them.
    private func session(
        _ paths: [String], columns: Int = 80, rows: Int = 24
    ) throws -> (InspectorSession, SandboxServer, TemporaryFolder) {
        let server = try SandboxServer.start()
        let folder = try TemporaryFolder()
        let requests = paths.map { "### \($0)\nGET \(server.url)\($0)\n" }
        try folder.write(requests.joined(separator: "\n"), to: "some.http")
        let session = try InspectorSession([folder.path], columns: columns, rows: rows)
        try session.see("Enter send")
        for number in paths.indices {
            try session.press(number == 0 ? "\r" : "j\r")
            try session.see("\((number + 1)) task")
        }
        try session.seeNoMore(" live")
        return (session, server, folder)
    }

    @Test("d compares a task with the one that it repeats, in one column and in two", arguments: [80, 140])
    func comparing(columns: Int) throws {
        let (session, server, folder) = try session(
            ["/flaky/1?key=a"], columns: columns, rows: columns == 80 ? 24 : 40)
        defer { withExtendedLifetime(folder) { server.stop() } }
        try session.press("\tr")
        try session.see("2 tasks")
        try session.seeNoMore(" live")
        try session.press("d")
        try session.see("COMPARISON  task 1,")
        try session.see("task 2 sends task 1 again")
        try session.see("- 503 Service Unavailable")
        try session.see("+ 200 OK")
        try session.press("n")
        try session.see("difference 2 of")
        try session.press("+")
        try session.see("user-agent:")
        try session.press("x")
        try session.press("\u{1B}")
        try session.seeNoMore("COMPARISON")
        #expect(session.screen.foreign == [])
        #expect(try session.quit() == .status(0))
    }

    @Test("T sums up by route, sorts, and leaves a route in the list")
    func statistics() throws {
        let (session, server, folder) = try session(["/status/200", "/status/500", "/json"])
        defer { withExtendedLifetime(folder) { server.stop() } }
        try session.press("T")
        try session.see("STATISTICS  this session, 3 tasks")
        try session.see("/status/{id}")
        try session.press("Oe")
        try session.see("sorted by errors")
        try session.press("w")
        try session.see("the last minute")
        try session.press("\r")
        try session.see("2/3")
        #expect(try session.quit() == .status(0))
    }

    @Test("S writes an archive, and the program opens it with its tasks, to be sent again and mocked")
    func archive() throws {
        let (session, server, folder) = try session(["/flaky/1?key=a", "/json"])
        defer { withExtendedLifetime(folder) { server.stop() } }
        try session.press("S")
        try session.see("none was found")
        try session.press("\u{15}\(folder.path)/all.har\r")
        try session.see("Saved")
        #expect(try session.quit() == .status(0))
        // The archive contains all transferred data, so only its owner may read it.
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path + "/all.har")
        #expect(facts[.posixPermissions] as? Int == 0o600)

        let opened = try InspectorSession([folder.path + "/all.har"])
        try opened.see("/json")
        try opened.see("2 tasks")
        try opened.press("\u{1B}")
        try opened.see("── TASKS")
        try opened.press("G")
        try opened.see("200 OK")
        try opened.press("r")
        try opened.wait(for: "the answer") { screen in
            // The status appears before the body.
            screen.lines.contains { $0.contains("✓    3 GET") && $0.contains(" 200 ") }
        }
        try opened.press("gjmm")
        try opened.see("would have matched")
        #expect(try opened.quit() == .status(0))
    }

    @Test(
        "what is no archive is refused before the screen opens", arguments: ["", "{}", "[1, 2", "\u{0}\u{1}"])
    func noArchive(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "no.har")
        // Wide, because the path of the temporary folder is long.
        let session = try InspectorSession([folder.path + "/no.har"], columns: 300)
        #expect(try session.waitForExit() == .status(2))
        #expect(session.screen.text.contains("no.har"))
    }
}
