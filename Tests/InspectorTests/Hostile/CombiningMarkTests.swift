import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorWorkspace

@Suite("A mark that combines with a delimiter does not hide it")
struct CombiningMarkTests {
    @Test("a slash leads no path out of the folder through a link")
    func path() throws {
        let scratch = try ScratchFolder()
        let outside = try ScratchFolder()
        try outside.write("kept", to: "\u{301}x")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/link", withDestinationPath: outside.path)
        let folder = try ConfinedFolder(scratch.path)
        #expect(throws: FileError.self) { _ = try folder.write([1], to: "link/\u{301}x", replacing: true) }
        #expect(throws: FileError.self) { _ = try folder.place(of: "link/\u{301}x") }
        #expect(try outside.read("\u{301}x") == "kept")
    }
}
