import Foundation
import Testing

/// `inspector mock` on a folder of stubs, and other programs that ask it.
final class MockServerRun {
    let folder: URL
    let url: String
    private let process = Process()
    private let output = Foundation.Pipe()

    init(_ stubs: String, _ arguments: String...) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let mappings = folder.appendingPathComponent("mappings")
        try FileManager.default.createDirectory(at: mappings, withIntermediateDirectories: true)
        try Data(stubs.utf8).write(to: mappings.appendingPathComponent("stubs.json"))
        process.executableURL = URL(fileURLWithPath: RealServers.binary)
        process.arguments = ["mock", "--mocks", folder.path] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let line = Self.readLine(output.fileHandleForReading)
        url = String(line.dropFirst("http=".count))
        try #require(line.hasPrefix("http=http://127.0.0.1:"))
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the server by a signal; returns its status and the lines it has printed behind the first.
    func end(_ signal: Int32 = SIGTERM) -> (status: Int32, lines: [Substring]) {
        kill(process.processIdentifier, signal)
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: rest, as: UTF8.self).split(separator: "\n"))
    }

    /// The next line that the server prints.
    func line() -> String { Self.readLine(output.fileHandleForReading) }

    /// Writes the stubs anew, all at once as editors do.
    func save(_ stubs: String) throws {
        let file = folder.appendingPathComponent("mappings/stubs.json")
        try Data(stubs.utf8).write(to: file, options: .atomic)
    }

    /// Runs a program to its end.
    static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Foundation.Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Runs curl with a limit of 20 s.
    func curl(_ path: String, _ arguments: String...) throws -> (status: Int32, output: String) {
        try Self.run("/usr/bin/curl", ["-s", "--noproxy", "*", "--max-time", "20", url + path] + arguments)
    }

    /// Runs lines of Python that find the server's address in `url`.
    func python(_ lines: String) throws -> (status: Int32, output: String) {
        try Self.run(RealServers.python, ["-c", "url = '\(url)'\n" + lines])
    }

    private static func readLine(_ file: FileHandle) -> String {
        var line: [UInt8] = []
        while let byte = try? file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
