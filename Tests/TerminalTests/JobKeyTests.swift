import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

/// The number of keys for common jobs at 80 × 24, excluding typed text.
@Suite("Keys for each job, in tmux", .ownThread, .serialized)
struct JobKeyTests {
    /// Presses and counts keys.
    ///
    /// Text is not counted.
    private final class Counter {
        let tmux: TmuxServer
        private(set) var count = 0

        init(_ tmux: TmuxServer) { self.tmux = tmux }

        func press(_ keys: String...) throws {
            for key in keys { try tmux.press(key) }
            count += keys.count
        }

        func begin() { count = 0 }
    }

    private static func demo() throws -> Counter {
        let tmux = try TmuxServer(running: "'\(try BuiltProgram.path())' demo")
        try tmux.see("Hello")
        try tmux.see("Enter send")
        return Counter(tmux)
    }

    /// Starts with requests to a sandbox.
    private static func folder(_ text: (String) -> String) throws -> (Counter, SandboxServer, TemporaryFolder)
    {
        let server = try SandboxServer.start()
        let folder = try TemporaryFolder()
        try folder.write(text("\(server.url)"), to: "some.http")
        let tmux = try TmuxServer(running: "'\(try BuiltProgram.path())' '\(folder.path)'")
        try tmux.see("Enter send")
        return (Counter(tmux), server, folder)
    }

    @Test("a newcomer's first response: 1")
    func first() throws {
        let keys = try Self.demo()
        try keys.press("Enter")
        try keys.tmux.see("200 OK · 14 B")
        #expect(keys.count == 1)
    }

    @Test("five saved requests: 9")
    func five() throws {
        let keys = try Self.demo()
        try keys.press("Enter", "j", "Enter", "j", "Enter", "j", "Enter", "j", "Enter")
        try keys.tmux.see("5 tasks")
        try keys.tmux.see("200 OK · 3.0 MB")
        #expect(keys.count == 9)
    }

    @Test("the failure among others: 1, and the next one: 1")
    func failures() throws {
        let (keys, server, folder) = try Self.folder {
            "### a\nGET \($0)/hello\n\n### b\nGET http://127.0.0.1:1/\n\n### c\nGET \($0)/status/500\n\n### d\nGET \($0)/json\n"
        }
        defer { withExtendedLifetime(folder) { server.stop() } }
        try keys.press("Enter", "j", "Enter", "j", "Enter", "j", "Enter")
        try keys.tmux.see("200 OK · 292 B")
        keys.begin()
        try keys.press("]")
        try keys.tmux.see("2 GET 127.0.0.1:1/")
        try keys.tmux.see("connect/connect")
        #expect(keys.count == 1)
        try keys.press("]")
        try keys.tmux.see("500 Internal Server Error")
        #expect(keys.count == 2)
    }

    @Test("the slowest first: 2")
    func slowest() throws {
        let (keys, server, folder) = try Self.folder {
            "### a\nGET \($0)/hello\n\n### b\nGET \($0)/delay/0.5\n\n### c\nGET \($0)/json\n"
        }
        defer { withExtendedLifetime(folder) { server.stop() } }
        try keys.press("Enter", "j", "Enter", "j", "Enter", "Tab")
        try keys.tmux.see("✓    2 GET     /delay/0.5")
        keys.begin()
        try keys.press("O", "t")
        try keys.tmux.see("sorted by total")
        #expect(keys.count == 2)
        let rows = try keys.tmux.screen().split(separator: "\n").filter { $0.contains(" GET     /") }
        #expect(rows.first?.contains("/delay/0.5") == true)
    }

    @Test("a body in a file: 2 and its name")
    func body() throws {
        let (keys, server, folder) = try Self.folder { "### a\nGET \($0)/json\n" }
        defer { server.stop() }
        try keys.press("Enter")
        try keys.tmux.see("200 OK")
        keys.begin()
        try keys.press("s")
        try keys.tmux.see("save the body in")
        try keys.tmux.press("C-u")
        try keys.tmux.type(folder.path + "/slides.json")
        try keys.press("Enter")
        try keys.tmux.see("Saved 292 B")
        #expect(keys.count == 2)
        let saved = try Data(contentsOf: URL(filePath: folder.path + "/slides.json"))
        #expect(saved.count == 292)
    }

    @Test("a POST with JSON and a bearer token by hand: at most 15")
    func compose() throws {
        let (keys, server, folder) = try Self.folder { "### a\nGET \($0)/json\n" }
        defer { withExtendedLifetime(folder) { server.stop() } }
        try keys.press("n")
        try keys.tmux.see("NEW REQUEST")
        try keys.tmux.type("\(server.url)/upload")
        try keys.press("Enter", "j", "j", "j", "Right", "Right", "Tab")
        try keys.tmux.type("t0ken")
        try keys.press("Enter", "j", "Right", "Right", "Tab")
        try keys.tmux.see("POST")
        try keys.tmux.type("{\"a\": 1}")
        try keys.press("Escape", "Enter")
        try keys.tmux.see("200 OK")
        try keys.tmux.type("4")
        try keys.tmux.see("Authorization: Bearer")
        #expect(keys.count <= 15)
    }
}
