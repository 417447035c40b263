import Foundation
import Testing

@testable import InspectorWorkspace

/// A temporary folder that is deleted after the test.
final class ScratchFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = try ConfinedFolder(url.path).root
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

@Suite("Files that requests name")
struct CommandConfinedFolderTests {
    @Test("files in the folder and below it are read")
    func inside() throws {
        let scratch = try ScratchFolder()
        try scratch.write("deep", to: "a/b.txt")
        let folder = try ConfinedFolder(scratch.path)
        #expect(try folder.contents(of: "a/b.txt") == Array("deep".utf8))
        #expect(try folder.contents(of: "./a/../a/b.txt") == Array("deep".utf8))
        #expect(try folder.path(of: scratch.path + "/a/b.txt") == scratch.path + "/a/b.txt")
    }

    @Test(
        "what lies outside is refused, however it is reached",
        arguments: ["../secret.txt", "a/../../secret.txt", "link.txt", "up/secret.txt", "/etc/passwd"])
    func outside(name: String) throws {
        let scratch = try ScratchFolder()
        try scratch.write("secret", to: "secret.txt")
        try scratch.write("x", to: "root/a/x")
        let root = scratch.path + "/root"
        try FileManager.default.createSymbolicLink(
            atPath: root + "/link.txt", withDestinationPath: "../secret.txt")
        try FileManager.default.createSymbolicLink(atPath: root + "/up", withDestinationPath: "..")
        let folder = try ConfinedFolder(root)
        let error = #expect(throws: FileError.self) { try folder.contents(of: name) }
        #expect(error?.reason == "lies outside of \(root)")
    }

    @Test("a folder whose name only begins like the root is outside")
    func neighbour() throws {
        let scratch = try ScratchFolder()
        try scratch.write("x", to: "root/x")
        try scratch.write("secret", to: "root2/secret")
        let folder = try ConfinedFolder(scratch.path + "/root")
        #expect(throws: FileError.self) { try folder.contents(of: "../root2/secret") }
    }

    @Test("a link inside the folder is followed")
    func link() throws {
        let scratch = try ScratchFolder()
        try scratch.write("text", to: "a.txt")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/b.txt", withDestinationPath: "a.txt")
        #expect(try ConfinedFolder(scratch.path).contents(of: "b.txt") == Array("text".utf8))
    }

    @Test("a FIFO is refused at once, and so are folders and devices")
    func fifo() throws {
        let scratch = try ScratchFolder()
        #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
        let folder = try ConfinedFolder(scratch.path)
        #expect(throws: FileError("pipe", "is not a regular file")) { try folder.contents(of: "pipe") }
        #expect(throws: FileError.self) { try folder.contents(of: ".") }
        #expect(throws: FileError("/dev/zero", "is not a regular file")) {
            try ConfinedFolder("/dev").contents(of: "/dev/zero")
        }
    }

    @Test("a file above the limit and one that is not there are refused")
    func limits() throws {
        let scratch = try ScratchFolder()
        try scratch.write("12345", to: "five")
        let folder = try ConfinedFolder(scratch.path)
        #expect(throws: FileError.self) { try folder.contents(of: "five", limit: 4) }
        #expect(try folder.contents(of: "five", limit: 5).count == 5)
        #expect(throws: FileError.self) { try folder.contents(of: "none") }
    }
}

@Suite("Files that the program writes")
struct CommandOutputFileTests {
    @Test("the file appears when it is committed, for its owner only")
    func commit() throws {
        let scratch = try ScratchFolder()
        var file = try OutputFile(scratch.path + "/out.har")
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/out.har"))
        try file.commit(Array("content".utf8))
        #expect(try scratch.read("out.har") == "content")
        #expect(try scratch.names == ["out.har"])
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/out.har")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a new file takes its place in one step, without a longer name beside it")
    func oneStep() throws {
        let scratch = try ScratchFolder()
        // The longest name that the file system allows.
        let name = String(repeating: "x", count: Int(NAME_MAX))
        try OutputFile.write(Array("content".utf8), to: scratch.path + "/" + name)
        #expect(try scratch.read(name) == "content")
        #expect(try scratch.names == [name])
    }

    @Test("an earlier file stays until the new one is complete")
    func replaces() throws {
        let scratch = try ScratchFolder()
        try scratch.write("earlier", to: "out.har")
        do {
            _ = try OutputFile(scratch.path + "/out.har")
        }
        #expect(try scratch.read("out.har") == "earlier")
        #expect(try scratch.names == ["out.har"])
    }

    @Test("a folder, a device and a place that is not there are refused before anything is sent")
    func unwritable() throws {
        let scratch = try ScratchFolder()
        for path in [scratch.path, "/dev/null", scratch.path + "/none/out.har"] {
            #expect(throws: FileError.self) { _ = try OutputFile(path) }
        }
    }
}
