import Testing

@testable import InspectorScreen

@Suite("The names of actions in docs/config.md")
struct ActionNamesTests {
    private static let begin =
        "<!-- actions: written by RECORD_FRAMES=1 swift test --filter ActionNamesTests -->\n"
    private static let end = "<!-- /actions -->"

    private static var table: String {
        var lines = ["| action | key | does |", "|---|---|---|"]
        var seen: Set<Intent> = []
        for binding in Keymap.standard.bindings where seen.insert(binding.intent).inserted {
            let keys = Keymap.standard.text(of: binding.intent).replacing("|", with: "\\|")
            let key = keys == ":" && binding.keys.isEmpty ? "" : keys == "`" ? "`` ` ``" : "`\(keys)`"
            lines.append("| `\(binding.intent.name)` | \(key) | \(binding.help) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("are those of the program")
    func table() throws {
        try expectTable(Self.table, between: Self.begin, and: Self.end, in: "docs/config.md")
    }
}
