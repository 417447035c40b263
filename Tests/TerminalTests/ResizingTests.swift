import InspectorTestSupport
import Testing

@Suite("Window sizes", .ownThread, .serialized)
struct ResizingTests {
    private static let sizes = [
        (1, 1), (2, 5), (5, 2), (20, 3), (3, 20), (300, 10), (10, 300), (1000, 500), (0, 0),
    ]

    @Test("any size is survived during work, and the last one wins")
    func resizing() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("flaky")
        try session.see("retry in")
        for (columns, rows) in Self.sizes {
            session.resize(columns: columns, rows: rows)
            try session.press("jk")
        }
        session.resize(columns: 120, rows: 40)
        try session.see("── SAVED")
        try session.see("/flaky/3")
        try session.wait(for: "a footer in row 40") { $0.lines[39].contains("? help") }
    }

    @Test("a storm of sizes ends in the right one")
    func storm() throws {
        let session = try InspectorSession.demo()
        for step in 0..<500 { session.resize(columns: 20 + step % 180, rows: 3 + step % 57) }
        session.resize(columns: 100, rows: 30)
        try session.wait(for: "a footer in row 30") { $0.lines[29].contains("? help") }
        #expect(session.screen.lines[0].contains("demo · local"))
    }

    @Test("a small window says so", arguments: [(19, 10), (40, 2)])
    func tooSmall(columns: Int, rows: Int) throws {
        let session = try InspectorSession.demo()
        session.resize(columns: columns, rows: rows)
        try session.see("too small")
        session.resize(columns: 80, rows: 24)
        try session.see("SAVED")
    }

    @Test("overlays follow the size", arguments: ["?", ":", "o", "M", "v", "/"])
    func overlays(key: String) throws {
        let session = try InspectorSession.demo()
        try session.press(key)
        for (columns, rows) in Self.sizes {
            session.resize(columns: columns, rows: rows)
            try session.press("\u{1B}[B\u{1B}[B")
        }
        session.resize(columns: 80, rows: 24)
        try session.wait(for: "a footer in row 24") {
            ["back", "apply", "delete"].contains(where: $0.lines[23].contains)
        }
        try session.press("\u{1B}")
        try session.see("SAVED")
    }

    @Test("the program starts in any window", arguments: [(0, 0), (1, 1), (2, 5), (300, 10)])
    func starting(columns: Int, rows: Int) throws {
        let session = try InspectorSession(["demo"], columns: columns, rows: rows)
        try session.wait(for: "the alternate screen") { $0.isAlternate }
        session.resize(columns: 80, rows: 24)
        try session.wait(for: "the first and the last line") {
            $0.lines[0].contains("demo · local") && $0.lines[23].contains("? help")
        }
        #expect(try session.quit() == .status(0))
    }
}
