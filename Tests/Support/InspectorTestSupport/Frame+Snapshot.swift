@testable import InspectorCanvas

extension Frame {
    /// Writes the frame as text, followed by its roles as letters with a legend, for golden files.
    ///
    /// If the frame has attributes, a third plane contains them: `b d r u h` for bold, dim, reverse, underline and
    /// highlight. A capital letter is that attribute on a highlight, and `*` means several attributes.
    public func snapshot() -> String {
        var lines = (0..<size.height).map { text(row: $0) }
        let used = Set(cells.map(\.style.role))
        let legend = Role.allCases.filter(used.contains).map { "\($0.letter) \($0)" }
        lines.append("--- roles: " + legend.joined(separator: "  "))
        lines += plane { $0.role.letter }
        if cells.contains(where: { !$0.style.attributes.isEmpty }) {
            lines.append("--- attributes")
            lines += plane { $0.attributes.letter }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func plane(_ letter: (Style) -> Character) -> [String] {
        (0..<size.height).map { row in String(self[row].map { letter($0.style) }) }
    }
}

extension Attributes {
    fileprivate var letter: Character {
        let isHighlighted = contains(.highlight)
        return switch subtracting(.highlight) {
        case []: isHighlighted ? "h" : "."
        case .bold: isHighlighted ? "B" : "b"
        case .dim: isHighlighted ? "D" : "d"
        case .reverse: isHighlighted ? "R" : "r"
        case .underline: isHighlighted ? "U" : "u"
        default: "*"
        }
    }
}

extension Role {
    /// The letter for the role in snapshots.
    fileprivate var letter: Character {
        switch self {
        case .plain: "."
        case .muted: "m"
        case .good: "g"
        case .warn: "w"
        case .bad: "b"
        case .accent: "a"
        case .info: "i"
        case .mock: "k"
        case .selected: "s"
        case .header: "h"
        case .title: "t"
        case .border: "o"
        case .key: "y"
        case .method: "v"
        case .get: "G"
        case .post: "P"
        case .put: "U"
        case .patch: "A"
        case .delete: "D"
        case .number: "n"
        case .string: "q"
        case .untrusted: "u"
        }
    }
}
