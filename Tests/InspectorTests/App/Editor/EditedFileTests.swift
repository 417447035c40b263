import Foundation
import InspectorWorkspace
import Testing

@testable import Inspector

@Suite("Texts in an editor")
struct EditedFileTests {
    @Test("what programs that are gone have left is taken away, and nothing else")
    func sweep() throws {
        let scratch = try ScratchFolder()
        let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -1000)]
        for name in ["inspector.edit.gone", "inspector.edit.used", "inspector.edit.young", "inspector.other"]
        {
            try scratch.write("s3cret", to: "\(name)/body.txt")
            guard name != "inspector.edit.young" else { continue }
            try FileManager.default.setAttributes(past, ofItemAtPath: scratch.path + "/" + name)
        }
        let outside = try ScratchFolder()
        try outside.write("mine", to: "body.txt")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/inspector.edit.link", withDestinationPath: outside.path)
        let used = open(scratch.path + "/inspector.edit.used", O_RDONLY | O_DIRECTORY)
        defer { close(used) }
        #expect(flock(used, LOCK_SH) == 0)
        EditedFile.sweep(scratch.path)
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!left.contains("inspector.edit.gone") && left.count == 4)
        #expect(try outside.read("body.txt") == "mine")
    }

    @Test("what was edited is read, and its folder is gone with all that lies there")
    func collect() throws {
        let scratch = try ScratchFolder()
        let file = try EditedFile(Array("text".utf8), name: "draft.http", in: scratch.path)
        try Data("copy".utf8).write(to: URL(filePath: file.path + "~"))
        try Data("edited".utf8).write(to: URL(filePath: file.path))
        #expect(file.collect() == "edited")
        #expect(file.collect() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test("a folder that is in use stays, and one that nobody can write to is named")
    func inUse() throws {
        let scratch = try ScratchFolder()
        let file = try EditedFile(Array("text".utf8), name: "draft.http", in: scratch.path)
        let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -1000)]
        let folder = (file.path as NSString).deletingLastPathComponent
        try FileManager.default.setAttributes(past, ofItemAtPath: folder)
        EditedFile.sweep(scratch.path)
        #expect(file.collect() == "text")
        #expect(throws: FileError.self) {
            try EditedFile([], name: "body.txt", in: scratch.path + "/nowhere")
        }
    }
}
