import InspectorTestSupport
import Testing

@Suite("Pasting", .ownThread, .serialized)
struct PastingTests {
    private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    @Test("a paste outside a field does nothing, whatever its letters do")
    func outside() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("until you")
        try session.see("1 live")
        try session.press(pasted("cq\ry\rCq!M"))
        try session.press("?")
        try session.see("── KEYS")
        try session.press("\u{1B}")
        try session.seeNoMore("── KEYS")
        #expect(session.screen.text.contains("1 live"))
        #expect(session.screen.text.contains("MOCKS 1 ON"))
    }

    @Test("a paste lands in the field")
    func field() throws {
        let session = try InspectorSession.demo()
        try session.press("o")
        try session.see("Enter go to it")
        try session.press(pasted("flaky"))
        try session.see("/flaky")
        try session.see("Enter go to it")
    }

    @Test("an end mark inside a paste sets nothing free")
    func endMark() throws {
        let session = try InspectorSession.demo()
        try session.press(pasted("x\u{1B}[201~q"))
        try session.press("?")
        try session.see("── KEYS")
    }

    @Test("a terminal without marks around pastes does not run them")
    func unmarked() throws {
        let session = try InspectorSession(["demo"], environment: ["TERM": "vt100"])
        try session.terminal.expect("SAVED")
        try session.press("query the customers\rquit")
        // Without paste marks, only a pause separates a paste from a key.
        try session.terminal.waitForQuiet(of: .milliseconds(300))
        try session.press("?")
        try session.terminal.expect("KEYS")
    }

    @Test("a huge paste neither blocks nor floods the field")
    func huge() throws {
        let session = try InspectorSession.demo()
        try session.press("o")
        try session.see("Enter go to it")
        for piece in ["\u{1B}[200~"] + Array(repeating: String(repeating: "z", count: 2_000), count: 200) + [
            "\u{1B}[201~"
        ] {
            try session.press(piece)
        }
        try session.see("zzzz")
        try session.press("\u{1B}")
        try session.see("SAVED")
    }
}
