import RequestFormats

/// The text of `--help`, made from the tables of commands and flags.
enum HelpText {
    /// All commands, and all flags by the commands that they belong to.
    static var text: String {
        var lines = ["The network tab for your terminal, with a send key.", ""]
        let usages = CommandName.allCases.map(\.usage)
        let width = usages.map(\.line.count).max() ?? 0
        lines += usages.map { "  \($0.line.padded(to: width))  \($0.help)" }
        for section in sections {
            lines += ["", section.title]
            lines += FlagTable.rows.filter { $0.isListed && $0.commands == section.commands }.map(line)
        }
        lines += ["", "inspector help COMMAND explains one command.", exitStatus]
        return lines.joined(separator: "\n") + "\n"
    }

    /// One command and its flags.
    static func text(of command: CommandName) -> String {
        var lines = ["\(command.usage.line)", "", "  \(command.usage.help)"]
        for example in command.examples { lines.append("  \(example)") }
        lines.append("")
        lines += FlagTable.rows.filter { $0.isListed && $0.commands.contains(command) }.map(line)
        return lines.joined(separator: "\n") + "\n"
    }

    static let exitStatus =
        "Exit status: 0 all good, 1 a task failed or --fail-if matched, 2 nothing was sent."

    private struct Section {
        var title: String
        var commands: Set<CommandName>
    }

    /// The sets of commands that flags belong to, in the order of the table.
    private static var sections: [Section] {
        var seen: [Set<CommandName>] = []
        for flag in FlagTable.rows where flag.isListed && !seen.contains(flag.commands) {
            seen.append(flag.commands)
        }
        return seen.map { Section(title: title(of: $0), commands: $0) }
    }

    private static func title(of commands: Set<CommandName>) -> String {
        if commands.count == CommandName.allCases.count { return "Everywhere" }
        let names = CommandName.allCases.filter(commands.contains).map { name in
            name == .screen ? "the screen" : name.rawValue
        }
        return "Options of " + names.joined(separator: ", ")
    }

    private static func line(of flag: Flag) -> String {
        let letter = flag.letter.map { "-\($0), " } ?? "    "
        let value = flag.placeholder.map { " " + $0 } ?? ""
        let head = "  \(letter)--\(flag.name)\(value)"
        return head.count < 34
            ? "\(head.padded(to: 34))\(flag.help)"
            : "\(head)\n\("".padded(to: 34))\(flag.help)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
