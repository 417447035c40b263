import InspectorTestSupport
import Testing

@Suite("Terminals and environments", .ownThread, .serialized)
struct SurroundingsTests {
    @Test(
        "without a terminal the program says so and changes nothing",
        arguments: ["</dev/null", ">/dev/null", "<&-", "</dev/null >/dev/null"])
    func noTerminal(redirection: String) throws {
        let command = "exec '\(try BuiltProgram.path())' demo \(redirection)"
        let session = try InspectorSession(command: ["/bin/sh", "-c", command])
        #expect(try session.waitForExit() == .status(2))
        #expect(session.screen.text.contains("standard input and output must be a terminal"))
        #expect(session.isTerminalRestored)
    }

    @Test(
        "a terminal that cannot be drawn on is refused in a sentence",
        arguments: [
            ("", "TERM is not set"), ("nope", "unknown terminal type \"nope\""),
            ("dumb", "terminal type \"dumb\" cannot move the cursor"),
            ("\u{1B}]0;x\u{7}", "unknown terminal type"),
        ])
    func refusal(term: String, sentence: String) throws {
        let session = try InspectorSession(["demo"], environment: ["TERM": term])
        #expect(try session.waitForExit() == .status(2))
        #expect(session.screen.text.contains(sentence))
        #expect(session.isTerminalRestored)
        #expect(session.screen.foreign == [])
    }

    @Test(
        "the program draws in any locale, and without colours when asked",
        arguments: [
            ["LANG": "C"], ["LANG": "C", "LC_ALL": "C"], ["LANG": ""], ["LANG": "xx_YY.nope"],
            ["NO_COLOR": "1"],
        ])
    func locales(environment: [String: String]) throws {
        let session = try InspectorSession(["demo"], environment: environment)
        try session.see("SAVED")
        #expect(try session.quit() == .status(0))
        #expect(session.isTerminalRestored)
        #expect(session.screen.foreign == [])
        let colors = String(decoding: session.terminal.transcript, as: UTF8.self).contains("\u{1B}[36m")
        #expect(colors == (environment["NO_COLOR"] == nil))
    }

    @Test(
        "on a terminal whose locale has no UTF-8, --json is ASCII",
        arguments: [("C", true), ("C.UTF-8", false)])
    func json(locale: String, isASCII: Bool) throws {
        let folder = try ForeignFolder(["a.http": "### \u{6DB}\nGET HOST/hello\n"])
        let session = try InspectorSession(
            ["run", folder.path + "/a.http", "--json"], environment: ["LC_ALL": locale], columns: 200)
        #expect(try session.waitForExit() == .status(0))
        let transcript = session.terminal.transcript
        #expect(transcript.allSatisfy { $0 < 0x7F } == isASCII)
        let text = String(decoding: transcript, as: UTF8.self)
        #expect(text.contains(isASCII ? #""name":"\u06db""# : "\"name\":\"\u{6DB}\""))
    }

    @Test(
        "old terminals are drawn on too", arguments: ["vt100", "xterm", "linux", "screen", "tmux-256color"])
    func terminals(term: String) throws {
        let session = try InspectorSession(["demo"], environment: ["TERM": term])
        try session.terminal.expect("SAVED")
        try session.press("?")
        try session.terminal.expect("KEYS")
        try session.press("qq")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.terminal.isRestored)
    }
}
