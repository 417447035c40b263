import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite(
    "Images that the terminal draws", .ownThread, .serialized,
    .enabled(if: InspectorSession.isInstalled("chafa")))
struct ImageTests {
    /// Opens the page of an image in a terminal that gives these answers.
    private static func showing(
        _ answers: String, in folder: TemporaryFolder, of server: SandboxServer,
        environment: [String: String] = [:]
    ) throws -> InspectorSession {
        try folder.write("### image\nGET \(server.url)/image\n", to: "some.http")
        let session = try InspectorSession([folder.path + "/some.http"], environment: environment)
        session.showImages()
        try session.see("image")
        try session.seeNoMore("reading ")
        try session.press(answers)
        try session.press("\r")
        try session.see("200 OK")
        try session.press("2")
        try session.see("PNG image, 48 × 32 pixels, 134 B")
        return session
    }

    private static let kitty =
        "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.39.1)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c"
    private static let vt340 = "\u{1B}[6;20;10t\u{1B}[?2;0;1000;1000S\u{1B}[?63;1;2;4;6;9;15;22c"

    @Test("kitty gets an image once, in pieces within one frame, and the cells name it")
    func kittyGraphics() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing(Self.kitty, in: folder, of: server)
        try session.wait(for: "an image") { $0.images.contains { $0.hasPrefix("_Ga=T,U=1,q=2,i=") } }
        try session.wait(for: "its cells") { $0.text.contains("\u{10EEEE}") }
        #expect(session.screen.images.count { $0.utf8.count > 4096 + 100 } == 0)
        #expect(session.screen.images.last?.contains("m=0") == true)
        #expect(Self.isWithinFrames("\u{1B}_Ga=T", session.terminal.transcript))
        let count = session.screen.images.count
        try session.press("?")
        try session.seeNoMore("\u{10EEEE}\u{10EEEE}")
        try session.press("\u{1B}")
        try session.see("\u{10EEEE}\u{10EEEE}")
        #expect(session.screen.images.count == count)
        #expect(session.screen.foreign == [])
        #expect(try session.quit() == .status(0))
        #expect(session.screen.images.last?.hasPrefix("_Ga=d,d=I,q=2,i=") == true)
    }

    @Test("Behind tmux each piece is in an envelope, and nothing is sent that was not answered for")
    func tmux() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let inside = ["TMUX": "/nowhere,1,0", "KITTY_WINDOW_ID": "1"]
        let session = try Self.showing("\u{1B}_Gi=31;OK\u{1B}\\", in: folder, of: server, environment: inside)
        let piece = "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,q=2,i="
        try session.terminal.wait(for: "an image in an envelope") {
            String(decoding: session.terminal.transcript, as: UTF8.self).contains(piece)
        }
        #expect(try session.quit() == .status(0))
        let silent = try Self.showing("", in: folder, of: server, environment: inside)
        try silent.wait(for: "blocks") {
            $0.text.contains("▄") || $0.text.contains("▇") || $0.text.contains("▆")
        }
        #expect(!String(decoding: silent.terminal.transcript, as: UTF8.self).contains("_Ga=T"))
        #expect(try silent.quit() == .status(0))
    }

    @Test("Sixels are drawn within a frame, and again when what covered them is gone")
    func sixels() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let session = try Self.showing(Self.vt340, in: folder, of: server)
        try session.wait(for: "sixels") { $0.images.contains { $0.hasPrefix("P0;1;0q\"1;1;") } }
        #expect(session.screen.images.count == 1)
        #expect(Self.isWithinFrames("\u{1B}P0;1;0q", session.terminal.transcript))
        #expect(!session.screen.text.contains("\u{10EEEE}"))
        try session.press("?")
        try session.see("Esc close")
        #expect(session.screen.images.count == 1)
        try session.press("\u{1B}")
        try session.wait(for: "sixels again") { $0.images.count == 2 }
        try session.press("3")
        try session.see("Content-Type")
        #expect(session.screen.images.count == 2)
        #expect(session.screen.foreign == [])
        #expect(try session.quit() == .status(0))
    }

    /// Returns whether each sequence with this beginning is between the marks of a frame.
    private static func isWithinFrames(_ start: String, _ transcript: [UInt8]) -> Bool {
        let text = String(decoding: transcript, as: UTF8.self)
        let frames = text.components(separatedBy: "\u{1B}[?2026h").dropFirst()
        let outside = frames.map { $0.components(separatedBy: "\u{1B}[?2026l").dropFirst().joined() }
        return text.contains(start) && !outside.contains { $0.contains(start) }
    }
}
