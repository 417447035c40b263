import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

/// A folder of request files from somebody else, a server for them, and a state folder of its own.
final class ForeignFolder {
    let server: SandboxServer
    let state: TemporaryFolder
    private let parent: TemporaryFolder
    let path: String

    init(_ files: [String: String] = [:]) throws {
        server = try SandboxServer.start()
        state = try TemporaryFolder()
        parent = try TemporaryFolder()
        path = parent.path + "/repo"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    /// Writes a file; `HOST` in it is the server's URL.
    func write(_ text: String, to name: String) throws {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.replacing("HOST", with: server.url).utf8).write(to: file)
    }

    /// The content of a file; nil where there is none.
    func read(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What lies in a folder.
    func names(in name: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []
    }

    /// Makes a link, to a target as it is written.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    /// Runs the program in the folder.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(
            [try BuiltProgram.path(), "run"] + words, in: path,
            environment: variables.merging(environment) { $1 })
    }

    /// What a program in the folder finds in its environment.
    var variables: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": state.path, "TMPDIR": state.path,
            "XDG_STATE_HOME": state.path,
        ]
    }

    /// The mode of something in the state folder.
    func mode(ofState name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: state.path + "/inspector/" + name)
        return attributes[.posixPermissions] as? Int
    }

    /// What the server was asked for.
    var targets: [String] { server.requests.map(\.target) }
}
