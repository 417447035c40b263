import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Bodies in the terminal", .ownThread, .serialized)
struct BodyTests {
    /// Sends the only request of a folder, and opens its body.
    private static func showing(
        _ path: String, of server: SandboxServer, in folder: TemporaryFolder,
        environment: [String: String] = [:],
        columns: Int = 80
    ) throws -> InspectorSession {
        try folder.write("### only one\nGET \(server.url)\(path)\n", to: "some.http")
        let session = try InspectorSession(
            [folder.path + "/some.http"], environment: environment, columns: columns)
        try session.see("only one")
        try session.seeNoMore("reading ")
        try session.press("\r")
        try session.see("200 OK")
        try session.press("2")
        try session.see("[2 Body]")
        try session.press("\t\t")
        try session.see("w wrap")
        return session
    }

    /// Returns the number of the last event on the screen.
    private static func lastEvent(_ screen: ScreenModel) -> Int? {
        screen.text.components(separatedBy: "\"event\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test(
        "| runs jq while it is typed, says what is wrong, and Esc shows the whole body again",
        .enabled(if: InspectorSession.isInstalled("jq")))
    func jq() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing("/json", of: server, in: folder)
        let whole = session.screen.text
        try session.press("|keys | length")
        try session.seeNoMore("\"")
        try session.press(" |")
        try session.see("syntax error")
        try session.press("\u{8}\u{8}\r")
        try session.see("| keys | length  $")
        try session.press("\u{1B}")
        try session.wait(for: "the whole body") { $0.text.contains("\"") && !$0.text.contains("| keys") }
        #expect(whole.contains("\""))
        #expect(try session.quit() == .status(0))
    }

    @Test("Without jq that is said, and JSONPath works all the same")
    func withoutJQ() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing(
            "/json", of: server, in: folder, environment: ["PATH": "/nowhere"])
        try session.press("|.a")
        try session.see("jq is not installed")
        try session.press("\u{15}$..*\r")
        try session.see("| $..*")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "An endless expression is killed when the program ends",
        .enabled(if: InspectorSession.isInstalled("jq")))
    func endless() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing("/json", of: server, in: folder)
        try session.press("|last(range(1e18))")
        let program = session.terminal.process
        try await wait(for: "jq to run") { !ProcessFigures.childrenOfThreads(of: program).isEmpty }
        let child = try #require(ProcessFigures.childrenOfThreads(of: program).first)
        try session.press("\u{1B}")
        #expect(try session.quit() == .status(0))
        try await wait(for: "the end of jq") { ProcessFigures(of: child) == nil }
    }

    @Test(
        "An image is drawn in cells, with its format and size",
        .enabled(if: InspectorSession.isInstalled("chafa")))
    func picture() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing("/image", of: server, in: folder)
        try session.see("PNG image, 48 × 32 pixels, 134 B")
        try session.wait(for: "blocks") {
            $0.text.contains("▇") || $0.text.contains("▄") || $0.text.contains("▆")
        }
        #expect(session.screen.foreign == [])
        #expect(try session.quit() == .status(0))
    }

    @Test("G follows the end of a live stream: what comes later stays in sight")
    func following() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### events\nGET \(server.url)/sse?events=1000&delay=0.05\n", to: "some.http")
        let session = try InspectorSession([folder.path + "/some.http"])
        try session.see("events")
        try session.seeNoMore("reading ")
        try session.press("\r")
        try session.see("1 live")
        try session.press("2")
        try session.see("\"event\":1,")
        try session.press("\t\tG")
        var last = 0
        for _ in 1...3 {
            // These exceed the page. Without following, they would appear below it.
            try session.wait(for: "later events than \(last)") { (Self.lastEvent($0) ?? 0) > last + 20 }
            last = try #require(Self.lastEvent(session.screen))
        }
        try session.press("c")
        try session.see("cancelled")
        #expect(try session.quit() == .status(0))
    }

    @Test("Saving a body takes two keys and the name")
    func saving() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing("/json", of: server, in: folder)
        var keys = 0
        func press(_ key: String) throws {
            keys += 1
            try session.press(key)
        }
        try press("s")
        try session.see("save the body in")
        try session.press(folder.path + "/saved.json")
        try press("\r")
        try session.see("Saved ")
        #expect(keys == 2)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/saved.json"))
        #expect(try session.quit() == .status(0))
    }

    @Test("The slowest first takes two keys")
    func slowest() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Hello")
        try session.sendSaved("404 is")
        try session.see("2 GET")
        try session.press("O")
        try session.see("total")
        try session.press("t")
        try session.see("sorted by total")
        #expect(try session.quit() == .status(0))
    }
}
