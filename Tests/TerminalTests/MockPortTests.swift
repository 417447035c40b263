import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("The mock server beside the screen", .ownThread, .serialized)
struct MockPortTests {
    @Test("what another program asks is a row, and a mock made of it answers the program")
    func rows() throws {
        let upstream = try SandboxServer.start()
        defer { upstream.stop() }
        let folder = try TemporaryFolder()
        let session = try InspectorSession(
            [folder.path, "--mock-port", "0", "--to", upstream.url], columns: 120, rows: 30)
        try session.see("mocks on :")
        let title = try #require(session.screen.text.components(separatedBy: "mocks on :").last)
        let port = try #require(UInt16(title.prefix { $0.isNumber }))
        let program = try RawClient(port: port, host: "localhost")
        program.request("/hello")
        #expect(try program.response().status == 200)
        try session.see("/hello")
        try session.see(" 200 ")
        try session.press("m5")
        try session.see("would have matched")
        try session.press("\r")
        try session.seeNoMore("would have matched")
        program.request("/hello")
        #expect(try program.response().status == 500)
        try session.see("MOCK 500")
        #expect(try session.quit() == .status(0))
    }

    @Test("a port that is taken is told before the screen opens")
    func taken() throws {
        let other = try SandboxServer.start()
        defer { other.stop() }
        let session = try InspectorSession(["--mock-port", "\(other.port)"])
        try session.see("cannot listen on 127.0.0.1:\(other.port)")
    }
}
