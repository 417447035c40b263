import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorWorkspace
@testable import RequestFormats

@Suite("Writing answers into a folder")
struct TrustedFolderTests {
    @Test("no path, however it is put together, leads outside or to a guarded name", arguments: 0..<8)
    func randomPaths(seed: UInt64) throws {
        let scratch = try ScratchFolder()
        let root = scratch.path + "/opened"
        try scratch.write("[core]", to: "opened/.git/config")
        try scratch.write("GET http://h/", to: "opened/a.http")
        try scratch.write("{}", to: "opened/sub/package.json")
        for (name, target) in [
            ("up", ".."), ("hidden", ".git"), ("self", "."), ("file", ".git/config"), ("away", "/tmp"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
        }
        let before = try Self.files(in: scratch.path)
        var trust = Trust(memory: TrustMemory(StateFolder(path: scratch.path + "/opened/.state")))
        trust.allowances = [.files]
        let folder = try TrustedFolder(root, trust)
        let parts = [
            "..", ".", "", "a", "sub", "up", "hidden", "self", "file", "away", ".git", ".x", "-x", "config",
            "a.http", "b.REST", "http-client.env.json", "http-client.x.json", "package.json", "c\u{1B}[m",
            "new.txt", "…",
        ]
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let count = Int.random(in: 1...4, using: &random)
            let path = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined(
                separator: "/")
            let replaces = Bool.random(using: &random)
            let file = ResponseActions.ResponseFile(path: path, replaces: replaces, line: 1)
            _ = folder.keep(Array("answer".utf8), in: .init(path: path, request: file))
        }
        let after = try Self.files(in: scratch.path).filter { !$0.key.hasPrefix("opened/.state/") }
        for (name, content) in before { #expect(after[name] == content, "\(name)") }
        let new = after.keys.filter { before[$0] == nil }
        #expect(!new.isEmpty)
        for name in new {
            #expect(name.hasPrefix("opened/"), "\(name)")
            #expect(GuardedName.reason(String(name.dropFirst(5))) == nil, "\(name)")
        }
    }

    @Test("what it has written is told from what others have, and no more is remembered than a limit")
    func remembered() throws {
        let scratch = try ScratchFolder()
        let files = WrittenFiles(state: StateFolder(path: scratch.path + "/state"), limit: 20)
        let path = try scratch.write("answer", to: "own")
        files.note(Array("answer".utf8), at: path)
        #expect(files.holds(path))
        try scratch.write("changed", to: "own")
        #expect(!files.holds(path))
        for number in 0..<2000 { files.note([1], at: "/nowhere/\(number)") }
        let kept = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/state/written")
        // One in 256 names triggers the cleanup, depending on its digest.
        #expect((20..<1500).contains(kept.count), "\(kept.count)")
    }

    /// Returns the content of the regular files below a folder, by path.
    private static func files(in folder: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = folder + "/" + name
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeRegular { files[name] = try String(contentsOfFile: path, encoding: .utf8) }
        }
        return files
    }
}
