import Testing

@testable import InspectorScreen

@Suite("The page of keys")
struct KeysPageTests {
    private static let begin =
        "<!-- keys: written by RECORD_FRAMES=1 swift test --filter KeysPageTests -->\n"
    private static let end = "<!-- /keys -->"

    /// The table of keys by group.
    ///
    /// Fields and questions are explained on the screen.
    private static var table: String {
        var lines = ["| key | does |", "|---|---|"]
        for group in Binding.Group.allCases where group != .questions && group != .moving {
            lines.append("| **\(group.rawValue)** | |")
            for (keys, help) in shortened(HelpEntry.entries(of: group).map { ($0.keys, $0.help) }) {
                lines.append("| `\(keys.replacing("|", with: "\\|"))` | \(help) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Combines keys that differ in their last digit into one row, with the meanings of the first and the last.
    private static func shortened(
        _ entries: [(keys: String, help: String)]
    ) -> [(keys: String, help: String)] {
        var rows: [[(keys: String, help: String)]] = []
        for entry in entries {
            if let last = rows.last?.last, entry.keys.last?.isNumber == true, entry.keys.count > 1,
                last.keys.dropLast() == entry.keys.dropLast(), last.keys.last.map({ $0.isNumber }) == true,
                let before = last.keys.last?.wholeNumberValue, let now = entry.keys.last?.wholeNumberValue,
                now == before + 1
            {
                rows[rows.count - 1].append(entry)
            } else {
                rows.append([entry])
            }
        }
        return rows.compactMap { row in
            guard let first = row.first, let last = row.last else { return nil }
            return row.count < 3
                ? first : ("\(first.keys)…\(last.keys.suffix(1))", "\(first.help) … \(last.help)")
        }
    }

    @Test("lists the keys of the program")
    func table() throws {
        try expectTable(Self.table, between: Self.begin, and: Self.end, in: "docs/keys.md")
    }
}
