import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("No path outside of the folder", .ownThread)
struct FolderSceneTests {
    @Test("nothing is opened or written there, whatever names come from files", arguments: paths)
    func nothingOutside(seed: String) throws {
        var random = SeededRandom(seed: 42)
        try play(Array(seed.utf8))
        for _ in 0..<100 { try play(Array(seed.utf8).damaged(&random)) }
    }

    private func play(_ bytes: [UInt8]) throws {
        let scene = try #require(FolderScene())
        defer { scene.remove() }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(9)[...]
        scene.link(to: String(decoding: lines.popFirst() ?? [], as: UTF8.self))
        for line in lines {
            guard let way = line.first else { continue }
            let path = String(decoding: line.dropFirst(), as: UTF8.self)
            let complaint = scene.use(path, by: way) ?? scene.trespass
            #expect(complaint == nil, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    /// The target of the links, then operations on paths.
    static let paths = [
        "../outside\n>link/a\n!link/secret\n<link/secret\nmlink/secret\nilink/a.http\ne",
        "../outside/secret\n!link\n<link\nm../link\ni../a.http\ne",
        "../outside/secret.json\ne\n!http-client.env.json\n<.env\n>.git/config",
        ".\n>link/link/a/b\n<link/../link/inside.txt\ni/a/../../x.http\nm/../../outside/secret",
        "/outside\n!link/../../outside/new\n<self/link/secret\n>a/\u{0}b\ni..\n!-rf",
        "..\n!link/outside/secret\n<link/outside/secret\nilink/new.http\n>link/inside/.git/hooks/x",
        ".git\n>link/config\n!link/config\ne",
        "../outside\nilink/\ni../\ni..\ni/",
    ]
}
