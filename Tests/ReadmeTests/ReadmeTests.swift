import ClientEngine
import Foundation
import Testing

/// Every Swift snippet of the README and the guides, word for word, inside a function of this folder: what is shown
/// compiles.
@Suite("The README and the guides")
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

    @Test(
        "every snippet stands in a test source, and so compiles",
        arguments: [
            ("README.md", "Snippets.swift"), ("docs/engine.md", "EngineGuideSnippets.swift"),
            ("docs/mocks.md", "EngineGuideSnippets.swift"),
        ])
    func compiles(document: String, source: String) throws {
        let snippets = try Self.snippets(in: Self.text(document))
        let text = try Self.lines(Self.text("Tests/ReadmeTests/\(source)")).joined(separator: "\n")
        #expect(!snippets.isEmpty)
        for snippet in snippets where !snippet.contains(".package(") {
            let wanted = Self.lines(snippet).joined(separator: "\n")
            #expect(text.contains(wanted), "not found in \(source):\n\(snippet)")
        }
    }

    @Test(
        "every local link leads somewhere",
        arguments: [
            "README.md", "docs/engine.md", "docs/http-files.md", "docs/mocks.md", "docs/parity.md",
        ])
    func links(document: String) throws {
        let folder = Self.root.appending(path: document).deletingLastPathComponent()
        let pattern = /\]\((?!http|#)([^)#]+)/
        for match in try Self.text(document).matches(of: pattern) {
            let path = folder.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }
}
