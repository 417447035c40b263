import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("One meaning of failure, in the program", .serialized, .ownThread)
struct VerdictTests {
    @Test(
        "the mark of the line and the exit status of run agree",
        arguments: [
            ("GET {{host}}/hello", "✓", 0), ("GET {{host}}/status/404", "!", 0),
            ("GET {{host}}/status/500", "✗", 1), ("# @assert status == 500\nGET {{host}}/status/500", "✓", 0),
            ("# @assert status == 201\nGET {{host}}/hello", "✗", 1), ("GET {{host}}/reset", "✗", 1),
        ] as [(String, String, Int32)])
    func run(request: String, mark: String, status: Int32) throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write(request + "\n", to: "a.http")
        let session = try InspectorSession(
            ["run", file, "--var", "host=\(server.url)"], environment: ["LC_ALL": "C.UTF-8"], columns: 120)
        #expect(try session.waitForExit() == .status(status))
        #expect(session.screen.text.contains("\(mark) \(server.url)/"))
    }

    @Test("a 500 and a failed assertion are marked and found by is:failed, a 404 is neither")
    func screen() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write(
            """
            ### Down
            GET \(server.url)/status/500

            ### Missing
            GET \(server.url)/status/404

            ### Asserted
            # @assert status == 201
            GET \(server.url)/hello

            """, to: "a.http")
        let session = try InspectorSession.opened(folder)
        try session.sendSaved("Down")
        try session.see("✗    1 GET     /status/500")
        try session.see("err 100%")
        try session.sendSaved("Missing")
        try session.see("!    2 GET     /status/404")
        try session.see("err 50%")
        try session.sendSaved("Asserted")
        try session.see("✗    3 GET     /hello")
        try session.see("err 67%")
        try session.press("/is:failed\r")
        try session.see("2/3")
        #expect(!session.screen.text.contains("/status/404"))
        #expect(try session.quit() == .status(0))
    }
}
