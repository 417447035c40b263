import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

/// A folder with a `.http` file, on which the program runs.
final class ProgramRun {
    let folder: URL

    init(_ file: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(file.utf8).write(to: folder.appendingPathComponent("a.http"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs `inspector run a.http` in the folder until it ends.
    func run(_ arguments: String...) throws -> Program.Outcome {
        try start(arguments).outcome()
    }

    /// Runs until the output contains the text, sends the signal, and waits for the end.
    func interrupt(
        _ arguments: String..., with signal: Int32, when text: String
    ) throws -> Program.Outcome {
        let program = try start(arguments)
        try program.wait(for: text) { $0.contains(text) ? () : nil }
        program.signal(signal)
        return try program.outcome()
    }

    private func start(_ arguments: [String]) throws -> Program {
        try Program([RealServers.binary, "run", "a.http"] + arguments, in: folder.path)
    }
}

extension Program.Outcome {
    /// The lines of `--json`.
    var lines: [JSONValue] {
        get throws { try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) } }
    }
}
