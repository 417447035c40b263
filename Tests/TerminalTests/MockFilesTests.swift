import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Mock files that change beside the screen", .ownThread, .serialized)
struct MockFilesTests {
    private func stub(status: Int, priority: Int) -> String {
        """
        {
          "name": "hello",
          "priority": \(priority),
          "request": {"urlPath": "/hello"},
          "response": {"status": \(status)}
        }

        """
    }

    @Test("the screen follows a stub that is edited, broken and deleted")
    func following() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("### Ask\nGET \(server.url)/hello\n", to: "ask.http")
        let session = try InspectorSession.opened(folder)
        let mappings = folder.path + "/mocks/mappings"
        try FileManager.default.createDirectory(atPath: mappings, withIntermediateDirectories: true)
        try folder.write(stub(status: 418, priority: 5), to: "mocks/mappings/hello.json")
        try session.see("MOCKS 1 ON")
        try session.press("M")
        try session.see("418")
        try folder.write(stub(status: 503, priority: 3), to: "mocks/mappings/hello.json")
        try session.wait(for: "the new answer and priority") { screen in
            screen.lines.contains { $0.contains("503") && $0.hasSuffix(" 3") }
        }
        try folder.write(
            stub(status: 204, priority: 1).replacing("\"priority\": 1", with: "\"priority\": \"x\""),
            to: "mocks/mappings/hello.json")
        try session.see("hello.json:3:")
        try session.see("503")
        try session.press("\u{1B}")
        try session.seeNoMore("── MOCKS")
        try session.press("\u{1B}")
        try session.seeNoMore("hello.json:3:")
        try session.sendSaved("Ask")
        try session.see("MOCK 503")
        try FileManager.default.removeItem(atPath: mappings + "/hello.json")
        try session.seeNoMore("MOCKS 1 ON")
        #expect(try session.quit() == .status(0))
    }
}
