import Foundation
import InspectorTestSupport
import Testing

@Suite("The configuration file", .ownThread, .serialized)
struct ConfigurationTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/inspector", withIntermediateDirectories: true)
    }

    private func write(_ text: String) throws { try home.write(text, to: "inspector/config.json") }

    private func session() throws -> InspectorSession {
        try InspectorSession.demo(environment: ["XDG_CONFIG_HOME": home.path], columns: 200)
    }

    @Test("changes keys, colours and signs while the program runs; a mistake changes nothing")
    func reload() throws {
        try write("{\"keys\": {\"app.help\": \"!\", \"mock.all-on-off\": null}}")
        let session = try session()
        try session.see("! help")
        try write("{\"ascii\": true}")
        try session.see("config.json was read again.")
        try session.see("? help")
        try session.see("-- SAVED")
        try write("{\"ascii\": flase}")
        try session.see("config.json:1:12: expected")
        try session.see("The settings from before stay")
        #expect(session.screen.text.contains("-- SAVED"))
        try write("{\"theme\": {\"base\": \"light\", \"plain\": \"#00ff00\"}, \"retry\": 2}")
        try session.see("── SAVED")
        try session.see("count from the next start on")
        try session.seeNoMore("config.json:1:12")
        #expect(try session.quit() == .status(0))
    }

    @Test("that is wrong does not keep the screen from opening, and says where")
    func broken() throws {
        try write("{\"keys\": {\"task.resend\": \"e\"}, \"mouse\": 1}")
        let session = try session()
        try session.see("config.json:1:41: “mouse” takes true or false")
        try session.press("\u{1B}")
        try session.see("(task.edit-copy)")
        try session.press("\u{1B}")
        try session.seeNoMore("(task.edit-copy)")
        #expect(try session.quit() == .status(0))
    }

    @Test("made while the program runs counts from then on")
    func made() throws {
        let session = try session()
        try write("{\"keys\": {\"app.help\": \"F1\"}}")
        try session.see("F1 help")
        #expect(try session.quit() == .status(0))
    }

    @Test("counts for run, behind its flags, and stops it when it is wrong")
    func run() throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://127.0.0.1:9/\n", to: "a.http")
        var environment = PseudoTerminal.environment
        environment["XDG_CONFIG_HOME"] = home.path
        let words = [try BuiltProgram.path(), "run", folder.path + "/a.http"]
        try write("{\"retry\": {\"times\": 2, \"backoff\": \"1ms x1\"}}")
        let tried = try Program.run(words, environment: environment)
        #expect(tried.status == 1 && tried.output.contains("└ 3"), "\(tried.output)")
        let flag = try Program.run(words + ["--retry", "0"], environment: environment)
        #expect(flag.status == 1 && !flag.output.contains("└"), "\(flag.output)")
        try write("{\"retry\": -1}")
        let refused = try Program.run(words, environment: environment)
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.messages.contains("config.json:1:11: “retry” takes a whole number from 0 to 1000"))
    }

    @Test("can leave the mouse to the terminal, as a key does")
    func mouse() throws {
        try write("{\"mouse\": false}")
        let tmux = try TmuxServer(
            running: "env XDG_CONFIG_HOME='\(home.path)' '\(try BuiltProgram.path())' demo")
        try tmux.see("── SAVED")
        #expect(try tmux.value(of: "#{mouse_any_flag}") == "0")
        try tmux.press("Y")
        try tmux.see("Clicks are for the screen again.")
        #expect(try tmux.value(of: "#{mouse_any_flag}") == "1")
        try tmux.press("Y")
        try tmux.see("Y takes it back")
        #expect(try tmux.value(of: "#{mouse_any_flag}") == "0")
    }
}
