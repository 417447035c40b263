import ClientEngine
import Foundation
import Testing

/// Every Swift snippet of the README, word for word, inside a function of this folder: what is shown compiles.
@Suite("The README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The blocks between three backquotes and `swift`.
    private static func snippets(in markdown: String) -> [String] {
        markdown.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Lines without their indentation and without empty ones, which formatting may change.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("every snippet stands in a test source, and so compiles")
    func compiles() throws {
        let snippets = try Self.snippets(in: Self.text("README.md"))
        let source = try Self.lines(Self.text("Tests/ReadmeTests/Snippets.swift")).joined(separator: "\n")
        #expect(!snippets.isEmpty)
        for snippet in snippets where !snippet.contains(".package(") {
            let wanted = Self.lines(snippet).joined(separator: "\n")
            #expect(source.contains(wanted), "not found in Snippets.swift:\n\(snippet)")
        }
    }

    @Test("every local link leads somewhere")
    func links() throws {
        let pattern = /\]\((?!http)([^)#]+)/
        for match in try Self.text("README.md").matches(of: pattern) {
            let path = Self.root.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }
}
