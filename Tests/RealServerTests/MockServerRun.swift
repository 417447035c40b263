import Foundation
import InspectorTestSupport
import Testing

/// An `inspector mock` process on a folder of stubs, for requests from other programs.
final class MockServerRun {
    let folder: URL
    let url: String
    private let program: Program
    private var taken = 1

    init(_ stubs: String, _ arguments: String...) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let mappings = folder.appendingPathComponent("mappings")
        try FileManager.default.createDirectory(at: mappings, withIntermediateDirectories: true)
        try Data(stubs.utf8).write(to: mappings.appendingPathComponent("stubs.json"))
        program = try Program([RealServers.binary, "mock", "--mocks", folder.path] + arguments)
        let line = try program.wait(for: "the address") { $0.wholeLines.first }
        let begin = try #require(line.range(of: "http://127.0.0.1:")?.lowerBound)
        url = String(line[begin...].prefix { $0 != "\"" })
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the server with a signal.
    ///
    /// Returns its status and the lines that were not returned before.
    func end(_ signal: Int32 = SIGTERM) throws -> (status: Int32, lines: [Substring]) {
        program.signal(signal)
        let outcome = try program.outcome()
        return (outcome.status, Array(outcome.output.wholeLines.dropFirst(taken)))
    }

    /// Waits until the server has printed `count` further lines after its address, and returns them.
    func lines(_ count: Int) throws -> [Substring] {
        let begin = taken
        let lines = try program.wait(for: "\(count) lines") { output -> [Substring]? in
            let lines = output.wholeLines.dropFirst(begin).prefix(count)
            return lines.count == count ? Array(lines) : nil
        }
        taken += count
        return lines
    }

    /// Rewrites the stubs atomically, like editors.
    func save(_ stubs: String) throws {
        let file = folder.appendingPathComponent("mappings/stubs.json")
        try Data(stubs.utf8).write(to: file, options: .atomic)
    }

    /// Runs curl with a limit of 20 s.
    func curl(_ path: String, _ arguments: String...) throws -> Program.Outcome {
        try Program.run(
            ["/usr/bin/curl", "-s", "--noproxy", "*", "--max-time", "20", url + path] + arguments)
    }

    /// Runs Python code in which `url` is the server's address.
    func python(_ lines: String) throws -> Program.Outcome {
        try Program.run([RealServers.python, "-c", "url = '\(url)'\n" + lines])
    }
}
