import Foundation

@testable import Inspector
@testable import RequestFormats

extension FuzzTarget {
    /// No path outside of the folder.
    static let files: [FuzzTarget] = [
        FuzzTarget("folder", seeds: paths) { bytes in
            guard let scene = FolderScene() else { return nil }
            defer { scene.remove() }
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(9)[...]
            scene.link(to: String(decoding: lines.popFirst() ?? [], as: UTF8.self))
            for line in lines {
                guard let way = line.first else { continue }
                let path = String(decoding: line.dropFirst(), as: UTF8.self)
                if let complaint = scene.use(path, by: way) ?? scene.trespass {
                    return "\(complaint) \(path.debugDescription)"
                }
            }
            return nil
        }
    ]

    /// Where the links of the folder lead, then what is done with which path.
    private static let paths = [
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
