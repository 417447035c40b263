import Testing

@testable import Inspector

@Suite("The editor")
struct EditorTests {
    @Test(
        "an editor's command is cut as a shell cuts it, and never run by one",
        arguments: [
            ("vim -u NONE", ["vim", "-u", "NONE"]),
            ("'/opt/My Editor/run' --wait", ["/opt/My Editor/run", "--wait"]),
            (#""/opt/My Editor/run" -c "set ft=json""#, ["/opt/My Editor/run", "-c", "set ft=json"]),
            (#"/opt/My\ Editor/run"#, ["/opt/My Editor/run"]), ("vim $(touch x)", ["vim", "$(touch", "x)"]),
            ("vim; rm x", ["vim;", "rm", "x"]), ("it's", ["it's"]),
        ])
    func words(command: String, words: [String]) {
        #expect(Editor.words(of: command) == words)
    }
}
