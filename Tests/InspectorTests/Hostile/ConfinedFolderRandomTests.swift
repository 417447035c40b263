import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorWorkspace

@Suite("Any name in a folder that nothing may leave", .ownThread)
struct ConfinedFolderRandomTests {
    private static let pieces = [
        "..", ".", "", "a", "b.txt", "in", "out", "up", "loop", "self", "deep", "A", "~", "-rf", "%2e%2e",
        "..\\..",
        "\u{0}", "\n", "\u{1B}", "etc", "passwd", String(repeating: "x", count: 300), "ä", "...", "*",
        "$HOME",
    ]

    private static let paths = ["a/b.txt", "deep", "in/b.txt", "self", "..", "deep/a/b.txt"]

    /// Creates a folder with links inside, outside, upwards and in circles, next to a folder that must not change.
    private static func scene() throws -> (scratch: ScratchFolder, folder: ConfinedFolder) {
        let scratch = try ScratchFolder()
        try scratch.write("inside", to: "folder/a/b.txt")
        try scratch.write("inside", to: "folder/deep/a/b.txt")
        try scratch.write("secret", to: "outside/b.txt")
        try scratch.write("secret", to: "folder-beside/b.txt")
        for (link, target) in [
            ("in", "a"), ("out", "../outside"), ("up", ".."), ("loop", "loop"), ("self", "."),
            ("deep/out", scratch.path + "/outside"), ("a/out", "../up/outside/b.txt"),
        ] {
            let path = scratch.path + "/folder/" + link
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        return (scratch, try ConfinedFolder(scratch.path + "/folder"))
    }

    private static func name(_ random: inout SeededRandom, root: String) -> String {
        let pieces = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let known = Bool.random(using: &random) ? Self.pieces : Self.paths
            return known.randomElement(using: &random) ?? ""
        }
        let name = pieces.joined(separator: Int.random(in: 0..<8, using: &random) == 0 ? "//" : "/")
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return "/" + name
        case 1: return root + "/" + name
        default: return name
        }
    }

    @Test("leads to a file inside, or nowhere", arguments: 1...8 as ClosedRange<UInt64>)
    func reading(seed: UInt64) throws {
        let (scratch, folder) = try Self.scene()
        var random = SeededRandom(seed: seed)
        var read = 0
        for _ in 0..<2000 {
            let name = Self.name(&random, root: folder.root)
            guard let path = try? folder.path(of: name) else { continue }
            #expect(path.hasPrefix(scratch.path + "/folder/"), "\(name.debugDescription) is \(path)")
            #expect(try folder.contents(of: name) == Array("inside".utf8), "\(name.debugDescription)")
            read += 1
        }
        #expect(read > 0, "some of the names are good ones")
    }

    @Test("writes a file inside, or nothing", arguments: 1...8 as ClosedRange<UInt64>)
    func writing(seed: UInt64) throws {
        let (scratch, folder) = try Self.scene()
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let name = Self.name(&random, root: folder.root)
            _ = try? folder.write(Array("inside".utf8), to: name, replacing: Bool.random(using: &random))
        }
        #expect(try scratch.names == ["folder", "folder-beside", "outside"])
        for place in ["outside", "folder-beside"] {
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/" + place) == ["b.txt"])
            #expect(try scratch.read(place + "/b.txt") == "secret")
        }
    }
}
