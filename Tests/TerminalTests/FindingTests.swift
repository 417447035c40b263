import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Finding in the terminal", .ownThread, .serialized)
struct FindingTests {
    @Test("a filter counts while it is typed, is switched off and on, and says what is wrong with it")
    func filter() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Hello")
        try session.sendSaved("404 is")
        try session.see("2 GET")
        try session.press("/status:404")
        try session.see("/status:404")
        try session.wait(for: "one row of two") {
            $0.text.contains("1/2") && !$0.text.contains("GET    /hello")
        }
        try session.press("\r")
        try session.see("r resend")
        try session.press("\\")
        try session.see("GET    /hello")
        try session.see(" off")
        try session.press("\\")
        try session.seeNoMore("GET    /hello")
        try session.press("/")
        try session.see("keep")
        try session.press(" and:")
        try session.see("The value of")
        #expect(!session.screen.text.contains("GET    /hello"))
        try session.press("\u{1B}")
        try session.see("GET    /hello")
        #expect(try session.quit() == .status(0))
    }

    @Test("a filter is completed, saved as a view, and there in the next run, with failures one key away")
    func views() throws {
        let folder = try TemporaryFolder()
        let state = try TemporaryFolder()
        try folder.write("### gone\nGET http://127.0.0.1:1/\n", to: "some.http")
        let environment = ["XDG_STATE_HOME": state.path]
        let session = try InspectorSession([folder.path], environment: environment)
        try session.see("── SAVED")
        try session.seeNoMore("reading ")
        try session.press("\r")
        try session.see("refused")
        try session.press("/err")
        try session.see("the kind of error")
        try session.press("\t")
        try session.see("connect")
        try session.press("\t\r")
        try session.see("1/1")
        try session.press("\r")
        try session.see("n new")
        try session.press("'")
        try session.see("1 is:failed")
        try session.press("s4")
        try session.see("View 4 is error:connect")
        #expect(try session.quit() == .status(0))
        let next = try InspectorSession([folder.path], environment: environment)
        try next.see("── SAVED")
        try next.seeNoMore("reading ")
        try next.press("\r")
        try next.see("refused")
        try next.press("'")
        try next.see("4 error:connect")
        try next.press("4")
        try next.see("/error:connect")
        try next.press("'1")
        try next.see("/is:failed")
        #expect(try next.quit() == .status(0))
    }

    @Test("a body is searched, and its matches are gone through")
    func search() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("JSON")
        try session.see("200 ")
        try session.press("\r2")
        try session.see("Sample slide show")
        try session.press("/TITLE")
        try session.see("match 1 of 3")
        try session.press("\r")
        try session.see("/ find")
        try session.press("n")
        try session.see("match 2 of 3")
        try session.press("NN")
        try session.see("match 3 of 3")
        try session.press("/")
        try session.see("find TITLE")
        try session.press("x")
        try session.see("not found")
        try session.press("\u{1B}")
        try session.seeNoMore("not found")
        #expect(try session.quit() == .status(0))
    }

    @Test("a large body is searched to its end without another key")
    func largeBody() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### bytes\nGET \(server.url)/bytes/3000000\n", to: "bytes.http")
        let session = try InspectorSession([folder.path])
        try session.sendSaved("bytes")
        try session.see("200 ")
        try session.press("\r2")
        try session.see("00000000")
        try session.press("//zebra[0-9]/\r")
        try session.see("not found")
        #expect(try session.quit() == .status(0))
    }

    @Test("a body is shown as a hex dump and in the editor, and its file is gone with that")
    func bodies() throws {
        let folder = try TemporaryFolder()
        let editor = try folder.write(
            "#!/bin/sh\necho EDITOR HERE; grep Wonder \"$2\"; echo \"$2\" > '\(folder.path)/seen'; touch \"$2~\"\n",
            to: "my editor", isProgram: true)
        let session = try InspectorSession.demo(environment: ["EDITOR": "'\(editor)' --wait"])
        try session.sendSaved("PNG")
        try session.see("200 ")
        try session.press("\r2")
        try session.see("00000000  89 50 4e 47")
        try session.press("\u{1B}")
        try session.see("Enter open")
        try session.sendSaved("JSON")
        try session.press("\r2")
        try session.see("Sample slide show")
        try session.press(":hex dump\r")
        try session.see("00000000  7b ")
        try session.press(":hex dump\r")
        try session.see("Sample slide show")
        try session.press("E")
        try session.terminal.expect("EDITOR HERE")
        try session.see("Sample slide show")
        let seen = try String(contentsOfFile: folder.path + "/seen", encoding: .utf8)
        let body = URL(filePath: seen.trimmingCharacters(in: .newlines))
        #expect(body.lastPathComponent == "body.json")
        let left = try FileManager.default.contentsOfDirectory(atPath: body.deletingLastPathComponent().path)
        #expect(left.isEmpty)
        #expect(try session.quit() == .status(0))
    }

    @Test("a request that is not there is said, and the tree stays as it was")
    func nothing() throws {
        let session = try InspectorSession.demo()
        try session.press("ozebra")
        try session.see("0/")
        try session.press("\r")
        try session.see("SAVED")
        #expect(try session.quit() == .status(0))
    }
}
