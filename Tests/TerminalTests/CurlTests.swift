import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("inspector curl in a terminal", .ownThread, .serialized)
struct CurlTests {
    @Test("--tui opens the screen with the request sent, and leaves the terminal as it was")
    func screen() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let session = try InspectorSession(
            ["curl", "--tui", "--", "-X", "PUT", "-H", "X-One: 1", "-d", "order", server.url + "/inspect"],
            columns: 120, rows: 30)
        try session.see("/inspect")
        try session.see(" 200 ")
        let request = try #require(server.waitForRequest())
        #expect(request.method == "PUT")
        #expect(request.header("X-One") == "1")
        #expect(String(decoding: request.body, as: UTF8.self) == "order")
        #expect(try session.quit() == .status(0))
        #expect(session.isTerminalRestored)
        #expect(session.screen.foreign == [])
    }

    @Test("--tui with -k says so on the screen, also when there is no handshake")
    func insecure() throws {
        let session = try InspectorSession(
            ["curl", "--tui", "--", "-k", "https://127.0.0.1:1/"], columns: 120, rows: 30)
        try session.see("certificates not checked (-k)")
        try session.see("refused")
        try session.press("g6")
        try session.see("certificate not checked (-k)")
        #expect(try session.quit() == .status(0))
    }

    @Test("a body is seen while it arrives, with nothing in it obeyed; Ctrl-C ends it with 130")
    func stream() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\nfirst\u{1B}]0;OWNED\u{7} piece")
            connection.waitUntilClosed()
        })
        defer { server.stop() }
        let session = try InspectorSession(["curl", "--", "-s", server.url + "/"])
        try session.see("first^[]0;OWNED^G piece")
        try session.press("\u{3}")
        // The terminal's echo of the key is ignored.
        #expect(try session.waitForExit() == .status(130))
        #expect(session.screen.foreign.filter { $0 != "control 3" } == [])
    }

    @Test("-w shows what a server sends, with nothing in it obeyed")
    func writeOut() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 302 Found\r\nContent-Type: a\u{1B}]0;T\u{7}\r\nX: b\u{1B}[5m\r\nLocation: /\u{1B}c\r\nContent-Length: 0\r\n\r\n"
            )
        })
        defer { server.stop() }
        let session = try InspectorSession([
            "curl", "--", "-s", "-w", "%{content_type} %{stderr}%header{x} %{redirect_url} done",
            server.url + "/",
        ])
        try session.see("b^[[5m /^[c donea^[]0;T^G")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.screen.foreign == [])
    }

    @Test("a body that goes into a file says how far it is, and leaves nothing behind")
    func progress() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 28))
            connection.waitUntilClosed()
        })
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try InspectorSession(["curl", "-o", folder.path + "/out", server.url + "/"])
        try session.see("out: receiving 28 B of 100 B, 28 %")
        try session.press("\u{3}")
        #expect(try session.waitForExit() == .status(130))
        #expect(!session.screen.text.contains("receiving"))
    }
}
