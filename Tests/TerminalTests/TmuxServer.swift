import Foundation
import InspectorTestSupport
import Testing

/// A separate tmux with one window of 80 × 24, which interprets the program's output like a real terminal.
final class TmuxServer {
    private let socket =
        "inspector-test-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))"
    private let folder: TemporaryFolder
    private let program: String

    init(running command: String) throws {
        program = try Self.program()
        folder = try TemporaryFolder()
        let settings = try folder.write(
            "set -g default-terminal tmux-256color\nset -g set-clipboard on\nset -g status off\nset -sg escape-time 5\n",
            to: "tmux.conf")
        // The server outlives this command, and must not inherit anything that Foundation's `Process` passes to children.
        let start = try PseudoTerminal(
            [program, "-L", socket, "-f", settings, "new-session", "-d", "-x", "80", "-y", "24", command],
            environment: PseudoTerminal.environment.merging(
                [
                    "TMPDIR": folder.path, "XDG_STATE_HOME": folder.path,
                    "XDG_CONFIG_HOME": folder.path,
                ]
            ) { $1 })
        guard try start.waitForExit() == .status(0) else {
            throw PseudoTerminal.Failure(description: "tmux cannot start: \(start.text)")
        }
    }

    deinit {
        _ = try? run(["kill-server"])
    }

    /// Presses a key, given its name in tmux.
    func press(_ key: String) throws {
        try run(["send-keys", key])
    }

    /// Types literal text.
    func type(_ text: String) throws {
        try run(["send-keys", "-l", text])
    }

    func screen() throws -> String {
        try run(["capture-pane", "-N", "-p"])
    }

    /// Evaluates a format such as `#{alternate_on}`.
    func value(of format: String) throws -> String {
        try run(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
    }

    /// Returns the beginning of the last copied text, or empty if nothing was copied.
    func clipboard() throws -> String {
        try run(["list-buffers", "-F", "#{buffer_sample}"])
    }

    /// Waits until the screen shows a text.
    func see(_ text: String, within limit: Duration = patience) throws {
        try see(oneOf: [text], within: limit)
    }

    /// Waits until the screen shows one of the texts.
    func see(oneOf texts: [String], within limit: Duration = patience) throws {
        let deadline = ContinuousClock.now + limit
        var shown = try screen()
        while !texts.contains(where: shown.contains) {
            guard ContinuousClock.now < deadline else {
                throw PseudoTerminal.Failure(
                    description: "none of \(texts) came in time; the screen:\n\(shown)")
            }
            shown = try screen()
        }
    }

    private static func program() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/tmux" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
            throw PseudoTerminal.Failure(
                description: "there is no tmux: install it, or let scripts/install --test do so")
        }
        return path
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let outcome = try Program.run(
            [program, "-L", socket] + arguments, environment: PseudoTerminal.environment)
        guard outcome.status == 0 else {
            throw PseudoTerminal.Failure(
                description: "tmux \(arguments.joined(separator: " ")) failed: \(outcome.messages)")
        }
        return outcome.output
    }
}
