import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("In tmux", .ownThread, .serialized)
struct TmuxTests {
    @Test("the demo is worked through in 80 × 24")
    func demo() throws {
        let tmux = try TmuxServer(running: "'\(try BuiltProgram.path())' demo")
        try tmux.see("SAVED")
        try tmux.press("o")
        try tmux.see("Enter go to it")
        try tmux.type("flaky")
        try tmux.see("/flaky")
        try tmux.press("Enter")
        try tmux.see("Enter send")
        try tmux.press("Enter")
        try tmux.see(" of 5 in ")
        try tmux.press("Escape")
        try tmux.see("Enter open")
        // On a slow machine an attempt may begin by itself before its key arrives. Then the next attempt is
        // visible.
        for attempt in 2...4 {
            try tmux.press("R")
            try tmux.see(oneOf: (attempt...4).map { "\($0)/5" })
        }
        try tmux.see("4 200 OK")
        try tmux.press("r")
        try tmux.see("2 GET /flaky/3")
        #expect(try tmux.value(of: "#{alternate_on} #{mouse_sgr_flag} #{cursor_flag}") == "1 1 0")
    }

    @Test("job control of a shell: Ctrl-Z, fg, and the shell's own screen at the end")
    func jobControl() throws {
        let tmux = try TmuxServer(running: "env PS1='SHELL> ' /bin/sh -i")
        try tmux.see("SHELL>")
        try tmux.type("echo left over; '\(try BuiltProgram.path())' demo")
        try tmux.press("Enter")
        try tmux.see("SAVED")
        try tmux.press("C-z")
        try tmux.see("left over")
        #expect(try tmux.value(of: "#{alternate_on} #{mouse_sgr_flag} #{cursor_flag}") == "0 0 1")
        try tmux.type("fg")
        try tmux.press("Enter")
        try tmux.see("SAVED")
        #expect(try !tmux.screen().contains("SHELL>"))
        try tmux.press("q")
        try tmux.see("left over")
        #expect(try tmux.value(of: "#{alternate_on} #{mouse_sgr_flag} #{cursor_flag}") == "0 0 1")
        try tmux.type("stty -a")
        try tmux.press("Enter")
        try tmux.see(" icanon")
        try tmux.see(" echo ")
    }

    @Test("text of a server leaves the title and the clipboard of tmux alone")
    func hostileTitle() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let attack = "\u{1B}]2;OWNED\u{7}\u{1B}]52;c;T1dORUQ=\u{7}\u{1B}k OWNED\u{1B}\\"
        let answer = "%1B%5D2;OWNED%07%1B%5D52;c;T1dORUQ=%07%1Bk%20OWNED%1B%5C"
        try folder.write(
            "### Evil \(attack)\nGET \(server.url)/echo?content=\(answer)\n", to: "evil.http")
        let tmux = try TmuxServer(running: "'\(try BuiltProgram.path())' '\(folder.path)'")
        try tmux.see("SAVED")
        try tmux.press("o")
        try tmux.see("Evil")
        try tmux.see("OWNED")
        try tmux.press("Enter")
        try tmux.press("Enter")
        try tmux.see("200 ")
        try tmux.type("2")
        try tmux.see("[2 Body]")
        try tmux.see("T1dORUQ=")
        #expect(try !tmux.value(of: "#{pane_title} #{window_name}").contains("OWNED"))
        #expect(try tmux.clipboard() == "")
    }

    @Test(
        "parts of a task are copied through the terminal",
        arguments: [
            ("u", "the URL", "/hello"), ("c", "a curl line", "curl "),
            ("h", "the head received", "HTTP/1.1 200"),
            ("b", "the body", "hello"),
        ])
    func copying(key: String, name: String, content: String) throws {
        let tmux = try TmuxServer(running: "'\(try BuiltProgram.path())' demo")
        try tmux.see("SAVED")
        try tmux.type("oHello")
        try tmux.see("/Hello")
        try tmux.press("Enter")
        try tmux.see("Enter send")
        try tmux.press("Enter")
        try tmux.see("200 ")
        try tmux.press("Escape")
        try tmux.see("── TASKS")
        try tmux.type("y")
        try tmux.see("c curl line")
        try tmux.type(key)
        try tmux.see("Copied \(name)")
        #expect(try tmux.clipboard().lowercased().contains(content.lowercased()))
    }
}
