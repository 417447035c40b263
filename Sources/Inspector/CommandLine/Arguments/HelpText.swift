import InspectorCanvas
import RequestFormats

/// The text of `--help`, made from the tables of commands and flags.
///
///     wide:    -e, --env NAME       take variables from this environment
///     narrow:  -e, --env NAME
///                  take variables from this environment
struct HelpText {
    /// The columns of a terminal; nil where nobody knows them.
    var columns: Int?

    /// Longer lines are hard to read.
    private static let widest = 110
    private static let exitStatus =
        "Exit status: 0 all good, 1 a task failed or --fail-if matched, 2 nothing was sent."

    private var width: Int { min(columns ?? Self.widest, Self.widest) }

    /// All commands, and all flags by the commands that they belong to.
    var lines: [StyledText] {
        var lines = paragraph("The network tab for your terminal, with a send key.") + [StyledText()]
        let usages = CommandName.allCases.map(\.usage)
        let indent = 4 + (usages.map(\.line.count).max() ?? 0)
        lines += usages.flatMap { entry(StyledText("  \(untrusted: $0.line)", .accent), $0.help, at: indent) }
        for section in Self.sections {
            lines += [StyledText()] + paragraph(section.title, .title)
            lines += FlagTable.rows.filter { $0.commands == section.commands }.flatMap(entry)
        }
        return lines + [StyledText()] + paragraph("inspector help COMMAND explains one command.")
            + paragraph(Self.exitStatus)
    }

    /// One command and its flags.
    func lines(of command: CommandName) -> [StyledText] {
        let flags = FlagTable.rows.filter { $0.commands.contains(command) }
        return paragraph(command.usage.line, .title) + [StyledText()]
            + paragraph(command.usage.help, indent: 2)
            + command.examples.flatMap { paragraph($0, .accent, indent: 2) } + [StyledText()]
            + flags.flatMap(entry)
    }

    // MARK: Lines

    private func paragraph(_ sentence: String, _ style: Style = .plain, indent: Int = 0) -> [StyledText] {
        DisplayText.words(of: sentence, wrappedTo: width - indent).map {
            StyledText(.blanks(indent)) + StyledText($0, style)
        }
    }

    private func entry(_ flag: Flag) -> [StyledText] {
        let letter = flag.letter.map { "-\($0), " } ?? "    "
        var head = StyledText("  \(untrusted: letter)--\(untrusted: flag.name)", .accent)
        if let placeholder = flag.placeholder { head.append(" \(untrusted: placeholder)", .muted) }
        return entry(head, flag.help, at: 34)
    }

    /// A head, and what it means beside it, or below it where one of them has no room.
    private func entry(_ head: StyledText, _ help: String, at indent: Int) -> [StyledText] {
        let isNarrow = width < indent + 36
        let below = paragraph(help, indent: isNarrow ? 6 : indent)
        guard !isNarrow, head.width < indent else { return [head] + below }
        let beside = DisplayText.words(of: help, wrappedTo: width - indent)
        return [head.padded(to: indent) + StyledText(beside.first ?? "")] + below.dropFirst()
    }

    // MARK: Sections

    private struct Section {
        var title: String
        var commands: [CommandName]
    }

    /// The sets of commands that flags belong to, in the order of the table.
    private static var sections: [Section] {
        var seen: [[CommandName]] = []
        for flag in FlagTable.rows where !seen.contains(flag.commands) {
            seen.append(flag.commands)
        }
        return seen.map { Section(title: title(of: $0), commands: $0) }
    }

    private static func title(of commands: [CommandName]) -> String {
        if commands.count == CommandName.allCases.count { return "Everywhere" }
        let names = CommandName.allCases.filter(commands.contains).map { name in
            name == .screen ? "the screen" : name.rawValue
        }
        return "Options of " + names.joined(separator: ", ")
    }
}
