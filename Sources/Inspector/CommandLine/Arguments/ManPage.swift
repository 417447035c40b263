/// The manual page of the program or of one of its commands, made from the tables of commands and flags (man(7)).
struct ManPage {
    /// Nil for the page of the program itself.
    let command: CommandName?

    /// The name of the page: `inspector-run`.
    var name: String { command.map { "\(Version.name)-\($0.rawValue)" } ?? Version.name }

    var text: String {
        let own = command ?? .screen
        var lines = [
            #".\" -*- coding: utf-8 -*-"#,
            ".TH \(name.uppercased()) 1 \"\" \"\(Version.name) \(Version.number)\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(own.usage.help))",
            ".SH SYNOPSIS", ".B \(Self.escaped(own.usage.line))",
        ]
        if command == nil { lines += commands }
        lines.append(".SH OPTIONS")
        for flag in FlagTable.rows where flag.commands.contains(own) {
            lines += Self.lines(of: flag)
        }
        lines += [".SH EXAMPLES", ".nf"] + own.examples.map(Self.escaped) + [".fi", ".SH EXIT STATUS"]
        for status in ExitStatus.allCases {
            lines += [".TP", ".B \(status.rawValue)", Self.escaped(status.meaning)]
        }
        lines += [".SH SEE ALSO", command == nil ? others : ".BR inspector (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private var commands: [String] {
        var lines = [".SH COMMANDS"]
        for command in CommandName.allCases where command != .screen {
            lines += [".TP", ".B \(Self.escaped(command.usage.line))", Self.escaped(command.usage.help)]
        }
        return lines
    }

    private var others: String {
        let names = CommandName.allCases.filter { $0 != .screen }.map(\.rawValue)
        return names.map { ".BR inspector\\-\($0) (1)" }.joined(separator: ",\n")
    }

    private static func lines(of flag: Flag) -> [String] {
        let letter = flag.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = flag.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
        return [".TP", "\(letter)\\fB\\-\\-\(escaped(flag.name))\\fR\(value)", escaped(flag.help)]
    }

    /// A line of text: nothing in it is a request, and hyphens can be copied.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
