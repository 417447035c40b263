import Foundation
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
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/config.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let before = try #require(text.range(of: Self.begin))
        let after = try #require(text.range(of: Self.end))
        if ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1" {
            let renewed = text[..<before.upperBound] + Self.table + text[after.lowerBound...]
            try Data(renewed.utf8).write(to: file)
            return
        }
        #expect(text[before.upperBound..<after.lowerBound] == Self.table)
    }
}
