import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Mocking in the terminal", .ownThread, .serialized)
struct MockingTests {
    /// Waits for the question about a mock, and stores the mock.
    private func store(_ keys: String, in session: InspectorSession) throws {
        try session.press(keys)
        try session.see("would have matched")
        try session.press("\r")
        try session.seeNoMore("would have matched")
    }

    private func answered() throws -> InspectorSession {
        let session = try InspectorSession.demo()
        try session.sendSaved("Hello")
        try session.see("200 ")
        return session
    }

    @Test("a mock takes the place of the server and is switched off and on")
    func switching() throws {
        let session = try answered()
        try store("m5", in: session)
        try session.see("MOCKS 2 ON")
        try session.press("r")
        try session.see("MOCK 500")
        try session.press("!")
        try session.see("mocks off")
        try session.press("!")
        try session.see("MOCKS 2 ON")
        try session.press("M")
        try session.see("── MOCKS")
        try session.see("/hello")
        try session.press(" ")
        try session.see("MOCKS 1 ON")
        try session.press("\u{1B}")
        try session.seeNoMore("── MOCKS")
        #expect(try session.quit() == .status(0))
    }

    @Test("a response becomes the mock of its route")
    func response() throws {
        let session = try answered()
        try store("mm", in: session)
        try session.see("MOCKS 2 ON")
        try session.press("r")
        try session.see("MOCK 200")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "every failure can be played, below HTTP too",
        arguments: [
            ("mfr", "connectionLost/"), ("mfe", "connectionLost/"), ("mft", "truncated/"),
            ("mfg", "protocol/"), ("mfd", "resolve/dns"), ("mfc", "connect/connect"), ("mfs", "tls/tls"),
            ("mfn", "waiting for the first byte"),
        ])
    func failures(keys: String, label: String) throws {
        let session = try answered()
        try store(keys, in: session)
        try session.press("r")
        try session.see(label)
        session.terminal.signal(SIGTERM)
        #expect(try session.waitForExit() == .status(128 + SIGTERM))
    }

    @Test("the real answer comes later, and a mock for one hit steps aside")
    func delays() throws {
        let session = try answered()
        try store("md1", in: session)
        try session.press("r")
        try session.see("MOCK 200")
        try store("mx1", in: session)
        try session.press("M")
        try session.see("0/1")
        try session.press("\u{1B}")
        try session.seeNoMore("── MOCKS")
        try session.press("r")
        try session.see("3 GET")
        try session.press("M")
        try session.see("1/1")
        try session.see("done")
        #expect(try session.quit() == .status(0))
    }

    @Test("a rule is loosened and tightened before anything is stored")
    func rules() throws {
        let session = try answered()
        try session.press("m5")
        try session.see("mock GET /hello")
        try session.press("-")
        try session.see("mock any method /hello")
        try session.press("+")
        try session.see("mock GET /hello")
        try session.press("\u{1B}")
        try session.seeNoMore("would have matched")
        #expect(session.screen.text.contains("MOCKS 1 ON"))
        #expect(try session.quit() == .status(0))
    }

    @Test("a deleted mock comes back")
    func deleting() throws {
        let session = try InspectorSession.demo()
        try session.press("M")
        try session.see("/orders/{id}")
        try session.press("D")
        try session.see("deleted an order")
        try session.see("There are no mocks.")
        try session.press(":undo\r")
        try session.see("/orders/{id}")
        try session.see("MOCKS 1 ON")
        #expect(try session.quit() == .status(0))
    }

    @Test("mocks made just before the end are there in the next run")
    func keeping() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### Ask\nGET \(server.url)/hello\n", to: "ask.http")
        let session = try InspectorSession.opened(folder)
        try session.sendSaved("Ask")
        try session.see("✓")
        try session.press("m4\rm5\rm9\r\u{3}")
        #expect(try session.waitForExit() == .status(0))
        let next = try InspectorSession([folder.path])
        try next.see("MOCKS 3 ON")
        try next.press("M")
        for status in ["404", "500", "429"] { try next.see(status) }
        #expect(try next.quit() == .status(0))
    }

    @Test("a mock that cannot be written is told, and works until the end")
    func memory() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### Ask\nGET \(server.url)/hello\n", to: "ask.http")
        try folder.write("a file in the way", to: "mocks")
        let session = try InspectorSession.opened(folder)
        try session.sendSaved("Ask")
        try session.see("200 ")
        try store("m5", in: session)
        try session.see("Mocks are kept in memory only")
        try session.press("\u{1B}")
        try session.seeNoMore("in memory only")
        try session.press("r")
        try session.see("MOCK 500")
        #expect(try session.quit() == .status(0))
    }
}
