import Foundation
import InspectorTestSupport
import Testing

@Suite("Pseudo-terminal", .ownThread)
struct PseudoTerminalTests {
    @Test("what is typed is echoed by the terminal and answered by the program")
    func typing() throws {
        let terminal = try PseudoTerminal(["/bin/cat"])
        try terminal.send("hello\r")
        try terminal.expect("hello\r\n")
        try terminal.expect("hello\r\n")
        try terminal.send("\u{4}")
        #expect(try terminal.waitForExit() == .status(0))
    }

    @Test("the program sees the size of the window, also after a change")
    func size() throws {
        let script = "trap 'stty size' WINCH; stty size; while read line; do :; done; exit 3"
        let terminal = try PseudoTerminal(["/bin/sh", "-c", script], columns: 100, rows: 30)
        try terminal.expect("30 100\r\n")
        terminal.resize(columns: 40, rows: 12)
        try terminal.send("\r")
        try terminal.expect("12 40\r\n")
        try terminal.send("\u{4}")
        #expect(try terminal.waitForExit() == .status(3))
    }

    @Test("raw modes show, and show whether they were taken back")
    func modes() throws {
        let steps = [
            "read start", "stty raw -echo", "printf ready", "dd bs=1 count=1 2>/dev/null", "stty -raw echo",
            "printf done",
        ]
        let terminal = try PseudoTerminal(["/bin/sh", "-c", steps.joined(separator: "; ")])
        #expect(terminal.isRestored)
        try terminal.send("\r")
        try terminal.expect("ready")
        #expect(!terminal.isCooked)
        try terminal.send("x")
        try terminal.expect("done")
        #expect(terminal.isCooked)
    }

    @Test("a program that dies of a signal is reported as such")
    func signals() throws {
        let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo ready; exec cat"])
        try terminal.expect("ready")
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForExit() == .signal(SIGTERM))
    }

    @Test("a program whose window is closed gets a hang-up")
    func hangUp() throws {
        let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo ready; exec cat"])
        try terminal.expect("ready")
        terminal.hangUp()
        #expect(try terminal.waitForExit() == .signal(SIGHUP))
    }

    @Test("what does not come is named together with what came")
    func missing() throws {
        let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo something"])
        let failure = #expect(throws: PseudoTerminal.Failure.self) {
            try terminal.expect("nothing", within: .seconds(60))
        }
        #expect(failure?.description.contains("something") == true)
    }
}
