import ClientEngine
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("Searching a body", .ownThread)
struct BodySearchTests {
    private static func found(_ text: String, in body: String) -> [String] {
        let needle = BodyNeedle(text)
        let bytes = Array(body.utf8)
        let matches = (try? needle.matches(in: bytes[...])) ?? []
        return matches.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(
        "Text matches either case, an expression stands between slashes",
        arguments: [
            ("ab", "ab AB aab", ["ab", "AB", "ab"]), ("aa", "aaaa", ["aa", "aa"]), ("/", "a/b", ["/"]),
            ("/a.b/", "axb\na\nb ayb", ["axb", "ayb"]), ("/^a/", "aaa\nab", ["a", "a"]),
            ("/x*/", "axxbx", ["xx", "x"]), ("/é+/", "caféé", ["éé"]), ("/[/", "[", []), ("", "abc", []),
        ])
    func matches(text: String, body: String, expected: [String]) {
        #expect(Self.found(text, in: body) == expected)
    }

    @Test("A line that is not UTF-8 is searched all the same")
    func invalid() throws {
        let bytes: [UInt8] = [0xFF, 0x61, 0xFE, 0x62]
        #expect(try BodyNeedle("/b/").matches(in: bytes[...]) == [3..<4])
    }

    @Test("n and N go round, and the title says where")
    func stepping() {
        var app = TestApp.showing(
            body: (1...100).map { $0.isMultiple(of: 40) ? "needle" : "line \($0)" }.joined(separator: "\n"))
        app.type("/needle<enter>")
        #expect(app.screen.contains("match 1 of 2"))
        app.type("n")
        #expect(app.screen.contains("match 2 of 2"))
        app.type("n")
        #expect(app.screen.contains("match 1 of 2"))
        app.type("N")
        #expect(app.state.detail.search.current == 1)
        #expect(app.screen.contains("needle"))
    }

    @Test("What is not there is said, and what is wrong with an expression")
    func nothing() {
        var app = TestApp.showing(body: "abc")
        app.type("/xyz")
        #expect(app.screen.contains("not found"))
        app.type("<enter>n")
        #expect(app.screen.contains("not found: xyz"))
        app.type("/<bs><bs><bs>/(/")
        #expect(app.screen.contains("missing clos"))
    }

    @Test("A large body is searched a little with each message, and keys work meanwhile")
    func large() {
        let line = String(repeating: "x", count: 1_023) + "\n"
        var app = TestApp.showing(body: String(repeating: line, count: 6 * 1_024) + "needle")
        app.type("/needle")
        #expect(app.state.isSearching)
        #expect(app.state.detail.search.current == nil)
        app.type("<enter>j")
        var ticks = 0
        while app.state.isSearching, ticks < 10 {
            app.send(.tick(Story.instant(20)))
            ticks += 1
        }
        #expect(ticks < 10)
        #expect(app.state.detail.search.current == 0)
        #expect(app.screen.contains("needle"))
    }

    @Test("A match across the end of a step is found once")
    func seam() {
        let budget = BodyNeedle("needle").budget
        let app = searched(
            String(repeating: "x", count: budget - 3) + "needle" + String(repeating: "x", count: 20))
        #expect(app.state.detail.search.matches == [budget - 3..<budget + 3])
    }

    private func searched(_ body: String) -> TestApp {
        var app = TestApp.showing(body: body)
        app.type("/needle")
        for _ in 0..<5 { app.send(.tick(Story.instant(20))) }
        return app
    }

    @Test("An expression that takes too long is given up, not waited for")
    func slow() {
        var app = TestApp.showing(body: String(repeating: "a", count: 5_000) + "!")
        app.type("//(a+)+$/")
        #expect(app.state.detail.search.problem == "the expression takes too long")
        #expect(!app.state.isSearching)
    }

    @Test("A body that grows is searched where it grew")
    func growing() {
        var app = TestApp.receiving("one nee")
        app.type("/needle")
        #expect(app.state.detail.search.matches.isEmpty)
        #expect(!app.state.isSearching)
        app.receive("dle needle")
        #expect(app.state.detail.search.matches == [4..<10, 11..<17])
    }

    @Test("Any body can be shown as a hex dump, and searched there")
    func hex() {
        var app = TestApp.showing(body: "{\"id\":1}", type: "application/json")
        app.type("xx")
        #expect(app.screen.contains("00000000  7b 22 69 64"))
        app.type("/id")
        #expect(app.state.detail.search.matches == [2..<4])
        app.type("<enter>x")
        #expect(app.screen.contains("\"id\": 1"))
    }
}
