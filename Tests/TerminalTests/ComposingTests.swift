import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Composing in the terminal", .ownThread, .serialized)
struct ComposingTests {
    private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    @Test("a pasted curl line becomes a draft that is sent and saved")
    func curl() throws {
        let folder = try TemporaryFolder()
        try folder.write("GET http://127.0.0.1:1/\n", to: "some.http")
        let session = try InspectorSession([folder.path])
        try session.see("SAVED")
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press(pasted("curl -L http://127.0.0.1:1/orders \\\n -H 'X-A: b' --json '{\"a\":1}'"))
        try session.see("application/json")
        try session.press("\r")
        try session.see("connection refused")
        try session.press("e")
        try session.see("── NEW REQUEST")
        try session.press("W")
        try session.see("save in scratch.http")
        try session.press("\r")
        try session.see("Saved in")
        let text = try String(contentsOfFile: folder.path + "/scratch.http", encoding: .utf8)
        #expect(
            text == """
                POST http://127.0.0.1:1/orders
                X-A: b
                Content-Type: application/json
                Accept: application/json

                {"a":1}

                """)
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "a request is written with what its fields offer, a file outside is sent after a question, and e has the form again"
    )
    func completion() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("GET http://127.0.0.1:1/\n", to: "some.http")
        try outside.write("from afar", to: "elsewhere.txt")
        // Wide, because the path of the temporary folder is long.
        let session = try InspectorSession([folder.path], columns: 300)
        try session.see("── SAVED")
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press("\(server.url)/echo\t\tcontent-t")
        try session.see("Tab takes it")
        try session.press("\t\ttext/pl")
        try session.see("text/plain")
        try session.press("\t\r")
        try session.see("Content-Type")
        // Moves down to the kind of body, and back from the first to the last kind: a file.
        try session.press("jjj\u{1B}[D")
        try session.see("[file]")
        try session.press("\t\(outside.path)/else")
        try session.see("elsewhere.txt")
        try session.press("\t\r\r")
        try session.see("Allow it?")
        try session.see("” sends")
        try session.press("o")
        try session.see("200 OK")
        try session.press("e")
        try session.see("[file]")
        try session.see("/elsewher")
        try session.press("\u{1B}")
        try session.see("── TASKS")
        #expect(try session.quit() == .status(0))
    }

    @Test("a draft with a mock of its own is retried over it, and the next draft is not")
    func mock() throws {
        let session = try InspectorSession.demo(environment: [:])
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press("curl --retry 1 -H 'Authorization: Bearer sesame' http://127.0.0.1:1/\r")
        try session.see("••••")
        try session.press("G\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C")
        try session.see("mocked: DNS failure")
        try session.press("\r")
        try session.see("2/2")
        try session.see("no DNS")
        #expect(try session.quit() == .status(0))
    }

    @Test("a draft outlives a crash and is offered in the next run")
    func crash() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path]
        func drafts() -> [String] {
            let path = folder.path + "/inspector/drafts"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.compactMap { try? String(contentsOfFile: path + "/" + $0, encoding: .utf8) }
        }
        let session = try InspectorSession.demo(environment: environment)
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press("http://left.example/")
        // The draft is written to the disk after it appears on the screen.
        try session.wait(for: "a kept draft") { _ in drafts().contains { $0.contains("http://left.example/") }
        }
        session.terminal.signal(SIGKILL)
        #expect(try session.waitForExit() == .signal(SIGKILL))
        let next = try InspectorSession.demo(environment: environment)
        try next.see("n: a draft from an earlier run")
        try next.press("n")
        try next.see("http://left.example/")
        try next.press("\u{1B}")
        try next.see("SAVED")
        #expect(try next.quit() == .status(0))
        #expect(drafts().isEmpty)
    }
}
