import Foundation
import InspectorTestSupport
import Testing

@Suite("Signals and job control", .ownThread, .serialized)
struct SignalTests {
    @Test(
        "a signal that ends the program leaves the terminal as it was",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func ending(signal: Int32) throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("until you")
        try session.see("1 live")
        session.terminal.signal(signal)
        let exit = try session.waitForExit()
        #expect(exit == .status(128 + signal), "\(session.screen.text)")
        #expect(session.isTerminalRestored)
    }

    @Test(
        "a crash leaves the terminal as it was",
        arguments: [
            SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
        ])
    func crashing(signal: Int32) throws {
        let session = try InspectorSession.demo()
        session.terminal.signal(signal)
        #expect(try session.waitForExit() == .signal(signal))
        #expect(session.isTerminalRestored)
    }

    @Test(
        "a terminal that takes nothing keeps no signal from ending the program",
        arguments: [
            (SIGTERM, .status(128 + SIGTERM)), (SIGHUP, .status(128 + SIGHUP)),
            (SIGINT, .status(128 + SIGINT)),
            (SIGSEGV, .signal(SIGSEGV)),
        ] as [(Int32, PseudoTerminal.Exit)])
    func stuck(signal: Int32, exit: PseudoTerminal.Exit) throws {
        let session = try InspectorSession.demo()
        session.terminal.stopOutput()
        // Draws something.
        try session.press("?")
        session.terminal.signal(signal)
        #expect(try session.waitForExit() == exit)
        #expect(session.terminal.isRestored)
    }

    @Test("a signal that ends the program ends the editor it waits for", arguments: [SIGTERM, SIGHUP])
    func editing(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let editor = try folder.write(
            "#!/bin/sh\necho EDITOR HERE\nexec sleep 600\n", to: "editor", isProgram: true)
        let session = try InspectorSession.demo(environment: ["EDITOR": editor])
        try session.sendSaved("JSON")
        try session.see("200 ")
        try session.press("e")
        try session.see("── REQUEST")
        try session.press("E")
        try session.terminal.expect("EDITOR HERE")
        session.terminal.signal(signal)
        #expect(try session.waitForExit() == .status(128 + signal))
        #expect(session.isTerminalRestored)
    }

    @Test("a closed window ends the program")
    func hangUp() throws {
        let session = try InspectorSession.demo()
        session.terminal.hangUp()
        #expect(try session.terminal.waitForExit() == .status(128 + SIGHUP))
    }

    @Test("nothing of the demo stays behind when a signal ends it", arguments: [SIGTERM, SIGHUP, SIGINT])
    func leavings(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let session = try InspectorSession.demo(environment: ["TMPDIR": folder.path])
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        session.terminal.signal(signal)
        _ = try session.waitForExit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("stopped without warning, the program draws everything anew when it continues")
    func stopping() throws {
        let session = try InspectorSession.demo()
        session.terminal.signal(SIGSTOP)
        try session.wait(for: "the stop") { _ in ProcessFigures(of: session.terminal.process)?.state == "T" }
        session.resize(columns: 100, rows: 30)
        session.terminal.signal(SIGCONT)
        try session.see("SAVED")
        try session.wait(for: "a footer in row 30") { $0.lines[29].contains("? help") }
        #expect(try session.quit() == .status(0))
        #expect(session.isTerminalRestored)
    }

    @Test("without a shell to return to, Ctrl-Z changes nothing")
    func orphaned() throws {
        let session = try InspectorSession.demo()
        try session.press("\u{1A}")
        try session.press("?")
        try session.see("── KEYS")
        #expect(!session.terminal.isCooked)
        #expect(try session.quit() == .status(0))
    }

    @Test("Ctrl-Z gives the shell its screen, and fg brings ours back", arguments: ["\u{1A}", nil])
    func suspending(key: String?) throws {
        let session = try InspectorSession(command: ["/bin/sh", "-i"], environment: ["PS1": "SHELL> "])
        try session.see("SHELL>")
        try session.press("'\(try BuiltProgram.path())' demo; echo \"ended: $?\"\r")
        try session.see("SAVED")
        let program = try #require(ProcessFigures.children(of: session.terminal.process).first)
        if let key { try session.press(key) } else { kill(program, SIGTSTP) }
        try session.see("SHELL>")
        #expect(!session.screen.isAlternate)
        #expect(ProcessFigures(of: program)?.state == "T")
        session.resize(columns: 90, rows: 28)
        try session.press("fg\r")
        try session.wait(for: "a footer in row 28") { $0.isAlternate && $0.lines[27].contains("? help") }
        #expect(!session.screen.text.contains("SHELL>"))
        try session.press("q")
        try session.see("SHELL>")
        #expect(!session.screen.isAlternate)
    }
}
