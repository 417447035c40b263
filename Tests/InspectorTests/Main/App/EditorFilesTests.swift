import Foundation
import Testing

@testable import Inspector

@Suite("Texts in an editor")
struct EditorFilesTests {
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
        let files = try #require(EditorFiles(in: scratch.path))
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!left.contains("inspector.edit.gone") && left.count == 5)
        #expect(try outside.read("body.txt") == "mine")
        let path = try #require(files.write(Array("text".utf8), name: "draft.http"))
        try Data("text".utf8).write(to: URL(filePath: path + "~"))
        #expect(files.collect(path) == "text")
        let folder = (path as NSString).deletingLastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test(
        "an editor's command is cut as a shell cuts it, and never run by one",
        arguments: [
            ("vim -u NONE", ["vim", "-u", "NONE"]),
            ("'/opt/My Editor/run' --wait", ["/opt/My Editor/run", "--wait"]),
            (#""/opt/My Editor/run" -c "set ft=json""#, ["/opt/My Editor/run", "-c", "set ft=json"]),
            (#"/opt/My\ Editor/run"#, ["/opt/My Editor/run"]), ("vim $(touch x)", ["vim", "$(touch", "x)"]),
            ("vim; rm x", ["vim;", "rm", "x"]), ("it's", ["it's"]),
        ])
    func words(command: String, words: [String]) {
        #expect(Editor.words(of: command) == words)
    }
}
