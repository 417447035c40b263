import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

/// A folder of foreign request files, with a server and a separate state folder.
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

    /// Writes a file, in which `HOST` is replaced by the server's URL.
    func write(_ text: String, to name: String) throws {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.replacing("HOST", with: server.url).utf8).write(to: file)
    }

    /// Returns the content of a file, or `nil` if it does not exist.
    func read(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the names in a folder.
    func names(in name: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []
    }

    /// Creates a symbolic link with a literal target.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    /// Runs the program in the folder.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(
            [try BuiltProgram.path(), "run"] + words, in: path,
            environment: variables.merging(environment) { $1 })
    }

    /// The environment of programs in the folder.
    var variables: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": state.path, "TMPDIR": state.path,
            "XDG_STATE_HOME": state.path,
        ]
    }

    /// Returns the mode of a file in the state folder.
    func mode(ofState name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: state.path + "/inspector/" + name)
        return attributes[.posixPermissions] as? Int
    }

    /// The targets of the requests that the server received.
    var targets: [String] { server.requests.map(\.target) }
}
