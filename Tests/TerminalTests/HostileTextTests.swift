import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Hostile text", .ownThread, .serialized)
struct HostileTextTests {
    /// Sequences that set the title, fill the clipboard, query the terminal, move the cursor and reverse the line.
    private static let attacks =
        "\u{1B}]0;OWNED\u{7} \u{1B}]52;c;T1dORUQ=\u{7} \u{1B}[c \u{1B}[2J \u{1B}P+q\u{1B}\\ \u{9B}31m \u{9D}0;x\u{9C} "
        + "\u{202E}evil\u{2066} \u{200B}\u{E0041}\u{7F}\u{8}\u{7}"

    @Test("titles and addresses of a file stay text")
    func files() throws {
        let folder = try TemporaryFolder()
        let text = "### EVIL\(Self.attacks) title\nGET http://127.0.0.1:1/\(Self.attacks)?x=\(Self.attacks)\n"
        try folder.write(text, to: "evil\u{1B}]0;NAME\u{7}.http")
        let environment = ["EDITOR": "true"]
        let session = try InspectorSession([folder.path], environment: environment, columns: 120, rows: 30)
        try session.see("EVIL")
        try session.press("o")
        try session.see("Enter go to it")
        try session.press("\r\r")
        try session.press("e")
        #expect(session.screen.text.contains("OWNED"))
        try finish(session)
    }

    @Test("head and body of an answer stay text on every page")
    func answers() throws {
        let server = try SandboxServer.start(raw: Self.answer)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### Ask\nGET \(server.url)/\n", to: "ask.http")
        let session = try InspectorSession([folder.path], columns: 120, rows: 30)
        try session.see("Ask")
        try session.press("\r")
        try session.see("200 ")
        try session.press("\t\r")
        try session.press("3")
        try session.see("X-Evil")
        try session.see("OWNED")
        try session.press("2")
        try session.see("BODY")
        try session.see("OWNED")
        for page in ["1", "4", "5", "6"] {
            try session.press(page)
            try session.see("[\(page) ")
        }
        try finish(session)
    }

    @Test("an error that quotes the server stays text")
    func errors() throws {
        let server = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write("SSH-2.0-\(Self.attacks)\r\n")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### Ask\nGET \(server.url)/\n", to: "ask.http")
        let session = try InspectorSession([folder.path], columns: 120, rows: 30)
        try session.see("Ask")
        try session.press("\r")
        try session.see("✗")
        try finish(session)
    }

    @Test("answers of the terminal that nobody asked for are no keys")
    func terminalAnswers() throws {
        let session = try InspectorSession.demo()
        try session.press(
            "\u{1B}[?62;c\u{1B}[24;80R\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}P>|q\u{1B}\\\u{1B}[I\u{1B}[O")
        try session.press("?")
        try session.see("── KEYS")
        #expect(try session.quit() == .status(0))
    }

    private static func answer(_ connection: RawConnection) {
        while connection.readRequest() != nil {
            let visible = attacks.replacingOccurrences(of: "\u{8}", with: "")
            let body = "BODY \(attacks)\nsecond \(attacks)"
            connection.write(
                "HTTP/1.1 200 Fine\(visible)\r\nX-Evil: \(visible)\r\nContent-Type: text/plain; x=\(visible)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    private func finish(_ session: InspectorSession) throws {
        try session.terminal.waitForQuiet(of: .milliseconds(200))
        session.catchUp()
        #expect(session.screen.foreign == [])
        #expect(try session.quit() == .status(0))
        #expect(session.screen.foreign == [])
    }
}
