import Foundation
import Glibc
import InspectorTestSupport
import Testing

@Suite("A disk that does not answer", .ownThread, .serialized)
struct DeadDiskTests {
    private static let ifPossible = ConditionTrait.enabled(
        if: DeadFolder.isPossible, "no file system can be mounted here")

    private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    /// Returns the screen on a folder with one request that no server answers.
    private func opened() throws -> (InspectorSession, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write("### one\nGET http://127.0.0.1:1/one\n", to: "api.http")
        return (try .opened(folder), folder)
    }

    /// Checks that keys are handled and frames are drawn.
    private func seeLife(of session: InspectorSession) throws {
        try session.press("?")
        try session.see("── KEYS")
        try session.press("\u{1B}")
        try session.seeNoMore("── KEYS")
    }

    /// Finds the saved request and sends it.
    private func fire(_ session: InspectorSession) throws {
        try session.press("o")
        try session.see("Enter go to it")
        try session.press("one\r")
        try session.see("Enter send")
        try session.press("\r")
    }

    @Test("what is written into a folder that others keep is waited for in sight, and the screen goes on")
    func locked() throws {
        let (session, folder) = try opened()
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        try session.press(pasted("curl http://127.0.0.1:1/x"))
        try session.see("into scratch.http?")
        try session.press("\r")
        try session.see("Waiting for the disk: importing into")
        try seeLife(of: session)
        try session.see("by another program")
        try session.seeNoMore("Waiting for the disk")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/scratch.http"))
        #expect(try session.quit() == .status(0))
    }

    @Test("keys that are typed behind a request are for what comes of it")
    func order() throws {
        let folder = try TemporaryFolder()
        try folder.write("### one\n# @prompt user who\nGET http://127.0.0.1:1/{{user}}\n", to: "api.http")
        let session = try InspectorSession.opened(folder)
        try session.press("o")
        try session.see("Enter go to it")
        try session.press("one\r")
        try session.see("Enter send")
        try session.press("\rann\r")
        try session.see("GET /ann")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "a request is fired from a dead disk: the screen goes on, and says what it waits for",
        Self.ifPossible)
    func firing() throws {
        let (session, folder) = try opened()
        // The folder is removed with its last reference.
        defer { withExtendedLifetime(folder) {} }
        var dead: DeadFolder? = try DeadFolder(folder)
        try fire(session)
        try session.see("Waiting for the disk: reading")
        try seeLife(of: session)
        try session.see("Waiting for the disk: reading")
        withExtendedLifetime(dead) {}
        dead = nil
        try session.seeNoMore("Waiting for the disk")
        try fire(session)
        try session.see("GET /one")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "the screen is left while a disk is dead that was only read",
        Self.ifPossible)
    func leaving() throws {
        let (session, folder) = try opened()
        let dead = try DeadFolder(folder)
        try fire(session)
        try session.see("Waiting for the disk: reading")
        #expect(try session.quit() == .status(0))
        withExtendedLifetime(dead) {}
    }

    @Test(
        "what a dead disk does not take is told at the end, which does not wait for it for ever",
        Self.ifPossible)
    func losing() throws {
        let (session, folder) = try opened()
        try session.press(pasted("curl http://127.0.0.1:1/x"))
        try session.see("into scratch.http?")
        let dead = try DeadFolder(folder)
        try session.press("\r")
        try session.see("Waiting for the disk: importing into")
        #expect(try session.quit() == .status(1))
        let told = String(decoding: session.terminal.transcript, as: UTF8.self)
        #expect(told.contains("the disk does not answer, not done: importing into"))
        withExtendedLifetime(dead) {}
    }

    @Test("the screen opens on a dead disk, and shows the requests when it answers", Self.ifPossible)
    func opening() throws {
        let folder = try TemporaryFolder()
        try folder.write("### one\nGET http://127.0.0.1:1/one\n", to: "api.http")
        var dead: DeadFolder? = try DeadFolder(folder)
        let session = try InspectorSession([folder.path])
        try session.see("Waiting for the disk: looking at the files that were named")
        try seeLife(of: session)
        withExtendedLifetime(dead) {}
        dead = nil
        try session.see("one")
        try session.seeNoMore("Waiting for the disk")
        #expect(try session.quit() == .status(0))
    }

    @Test("an editor's text waits for a dead disk, and the screen does not", Self.ifPossible)
    func editing() throws {
        let temporary = try TemporaryFolder()
        let folder = try TemporaryFolder()
        try folder.write("### one\nGET http://127.0.0.1:1/one\n", to: "api.http")
        let session = try InspectorSession(
            [folder.path], environment: ["TMPDIR": temporary.path, "EDITOR": "true"])
        try session.see("one")
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press("\u{1B}")
        try session.see("Enter send")
        var dead: DeadFolder? = try DeadFolder(temporary)
        try session.press("E")
        try session.see("Waiting for the disk: preparing the draft for the editor")
        try session.press("?")
        try session.see("── KEYS")
        withExtendedLifetime(dead) {}
        dead = nil
        try session.see("The draft cannot be edited")
        try session.press("\u{1B}")
        try session.seeNoMore("── KEYS")
        try session.press("\u{1B}")
        try session.seeNoMore("The draft cannot be edited")
        try session.press("E")
        try session.see("Nothing changed in the editor")
        #expect(try session.quit() == .status(0))
    }
}
