import RequestFormats

/// A permission that `--allow` grants to every folder of a run.
package enum Allowance: Sendable, Hashable {
    case environment(name: String?)
    case files
    /// Permission to write responses even to guarded files.
    case anyFile
    /// Permission to forward requests that match mocks to the servers that the mocks name.
    case forwarding
    /// To run the commands that variables of environment files come from.
    case commands

    /// Parses one word of `--allow`.
    ///
    /// Returns `nil` for an unknown word.
    package init?(_ word: Substring) {
        switch word {
        case "env": self = .environment(name: nil)
        case "write": self = .files
        case "any-file": self = .anyFile
        case "forward": self = .forwarding
        case "command": self = .commands
        default:
            guard word.hasPrefix("env:"), word.count > 4 else { return nil }
            self = .environment(name: String(word.dropFirst(4)))
        }
    }

    func covers(_ ask: Ask) -> Bool {
        switch (self, ask) {
        case (.environment(let name), .variable(let variable)): name == nil || name == variable
        case (.files, .file), (.anyFile, .file), (.anyFile, .guardedFile), (.forwarding, .forward),
            (.commands, .command):
            true
        default: false
        }
    }
}
