import Foundation
import InspectorTestSupport
import Testing

@Suite("Saved files in the terminal", .ownThread, .serialized)
struct SavedFilesTests {
    private static func opened(_ folder: TemporaryFolder, seeing text: String) throws -> InspectorSession {
        let session = try InspectorSession([folder.path], columns: 140, rows: 40)
        try session.see(text)
        return session
    }

    private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    @Test("the tree follows what changes on disk, and the selection stays on its request")
    func follow() throws {
        let folder = try TemporaryFolder()
        try folder.write("### first\nGET http://h/1\n\n### second\nGET http://h/2\n", to: "a.http")
        let session = try Self.opened(folder, seeing: "second")
        try session.press("j")
        try session.see("▸  GET     second")
        // Like editors, replaces the file by renaming another one.
        let other = try folder.write(
            "### zeroth\nGET http://h/0\n\n### first\nGET http://h/1\n\n### second\nGET http://h/2\n",
            to: ".a.swp")
        #expect(rename(other, folder.path + "/a.http") == 0)
        try session.see("zeroth")
        try session.see("▸  GET     second")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/new/deep", withIntermediateDirectories: true)
        try folder.write("### late\nGET http://h/3\n", to: "new/deep/b.http")
        try session.see("late")
        try folder.write("### late\nGET http://h/3\nno colon\n", to: "new/deep/b.http")
        try session.see("line 3")
        try FileManager.default.removeItem(atPath: folder.path + "/new")
        try session.seeNoMore("late")
        #expect(try session.quit() == .status(0))
    }

    @Test("a pasted curl line is asked about and written, without its secret")
    func paste() throws {
        let folder = try TemporaryFolder()
        let session = try InspectorSession([folder.path])
        try session.see("Nothing has been sent yet")
        try session.press(pasted("curl http://127.0.0.1:1/x -H 'Authorization: Bearer sesame'"))
        try session.see("Import 1 request from a curl line into scratch.http?")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/scratch.http"))
        try session.press("\r")
        try session.see("Imported 1 request into")
        let text = try String(contentsOfFile: folder.path + "/scratch.http", encoding: .utf8)
        #expect(text == "# @no-redirect\nGET http://127.0.0.1:1/x\nAuthorization: Bearer {{token}}\n")
        #expect(try session.quit() == .status(0))
    }

    @Test("a save among other people's changes asks only when the request itself has changed")
    func conflict() throws {
        let folder = try TemporaryFolder()
        let name = "a.http"
        try folder.write("### one\nGET http://h/1\n\n### two\nGET http://h/2\n", to: name)
        let session = try Self.opened(folder, seeing: "two")
        try session.press("e")
        try session.see("W save")
        try folder.write("### one\nGET http://h/1\n\n### two\nGET http://h/other\n", to: name)
        try session.press("W")
        try session.see("meanwhile")
        try folder.write("### one\nPUT http://h/theirs\n\n### two\nGET http://h/other\n", to: name)
        try session.press("W")
        try session.see("The request has changed in the file since it was read.")
        try session.press("d")
        try session.see("- PUT http://h/theirs")
        try session.see("+ GET http://h/1")
        try session.press("\u{1B}")
        try session.see("o overwrite")
        try session.press("o")
        try session.see("Saved in")
        let text = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        #expect(text == "### one\nGET http://h/1\n\n### two\nGET http://h/other\n")
    }
}
