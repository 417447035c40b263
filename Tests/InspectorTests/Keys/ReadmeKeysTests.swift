import Foundation
import Testing

@testable import Inspector

@Suite("The keys in the README")
struct ReadmeKeysTests {
    private static let begin = "<!-- keys: written by RECORD_FRAMES=1 swift test --filter ReadmeKeysTests -->\n"
    private static let end = "<!-- /keys -->"

    /// The groups a reader looks for; fields and questions explain themselves on the screen.
    private static var table: String {
        var lines = ["| key | does |", "|---|---|"]
        for group in Binding.Group.allCases where group != .questions && group != .moving {
            lines.append("| **\(group.rawValue)** | |")
            for (keys, help) in HelpView.entries(of: group) {
                lines.append("| `\(keys.replacing("|", with: "\\|"))` | \(help) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("are those of the program")
    func table() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
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
