import Foundation
import JSON

/// A folder with a `.http` file, and the program run on it.
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

    /// What a run left behind.
    struct Outcome {
        var status: Int32
        var output: String
        var messages: String

        /// The lines of `--json`.
        var lines: [JSONValue] {
            get throws { try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) } }
        }
    }

    /// Runs `inspector run a.http` in the folder and waits for its end.
    func run(_ arguments: String...) throws -> Outcome {
        let program = try start(arguments)
        // Messages are few and fit the pipe, so that the output can be read to its end first.
        let output = program.output.readDataToEndOfFile()
        let messages = program.messages.readDataToEndOfFile()
        program.process.waitUntilExit()
        return Outcome(
            status: program.process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            messages: String(decoding: messages, as: UTF8.self))
    }

    /// Runs until the output holds the text, sends the signal, and waits for the end.
    func interrupt(_ arguments: String..., with signal: Int32, when text: String) throws -> Outcome {
        let program = try start(arguments)
        var output = Data()
        var isSent = false
        while true {
            let piece = program.output.availableData
            if piece.isEmpty { break }
            output += piece
            if !isSent, String(decoding: output, as: UTF8.self).contains(text) {
                isSent = true
                kill(program.process.processIdentifier, signal)
            }
        }
        let messages = program.messages.readDataToEndOfFile()
        program.process.waitUntilExit()
        return Outcome(
            status: program.process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            messages: String(decoding: messages, as: UTF8.self))
    }

    private func start(
        _ arguments: [String]
    ) throws -> (process: Process, output: FileHandle, messages: FileHandle) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: RealServers.binary)
        process.arguments = ["run", "a.http"] + arguments
        process.currentDirectoryURL = folder
        let (output, messages) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = messages
        try process.run()
        return (process, output.fileHandleForReading, messages.fileHandleForReading)
    }
}
