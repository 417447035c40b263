import ClientEngine
import Foundation
import Testing

/// Checks that this folder contains every Swift snippet of the README and the guides, word for word, so that it
/// compiles.
@Suite("The README and the guides")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the Swift code blocks.
    private static func snippets(in markdown: String) -> [String] {
        markdown.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Returns the lines without indentation and without empty ones, because formatting may change them.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns the lines of every source in this folder.
    private static func sources() throws -> String {
        let folder = root.appending(path: "Tests/ReadmeTests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { $0.hasSuffix("Snippets.swift") }.sorted()
            .flatMap { try lines(text("Tests/ReadmeTests/\($0)")) }.joined(separator: "\n")
    }

    /// All documents with Swift code.
    private static let documents = guide + articles

    private static let guide = [
        "README.md", "docs/attach.md", "docs/coming-from.md", "docs/engine.md", "docs/mocks.md",
        "docs/swift-log.md", "docs/swift-metrics.md", "docs/tracing.md",
        "docs/engine/authentication.md", "docs/engine/bodies.md", "docs/engine/cookies-and-cache.md",
        "docs/engine/interceptors.md", "docs/engine/requests.md", "docs/engine/responses.md",
        "docs/engine/retries.md", "docs/engine/tasks.md", "docs/engine/tls.md", "docs/engine/watching.md",
    ]

    private static let catalog = "Sources/ClientEngine/ClientEngine/ClientEngine.docc"

    /// The landing page and the articles of the reference.
    private static let articles =
        ["\(catalog)/ClientEngine.md"]
        + [
            "Cancelling", "Decoding", "Downloading", "LoggingIn", "Mocking", "Observing", "Retrying",
            "Sending",
            "Streaming", "Testing",
        ].map { "\(catalog)/Articles/\($0).md" }

    @Test("every snippet stands in a test source, and so compiles", arguments: documents)
    func compiles(document: String) throws {
        let snippets = try Self.snippets(in: Self.text(document))
        let sources = try Self.sources()
        #expect(!snippets.isEmpty)
        for snippet in snippets where !snippet.contains(".package(") {
            let wanted = Self.lines(snippet).joined(separator: "\n")
            #expect(sources.contains(wanted), "not found in a source:\n\(snippet)")
        }
    }

    @Test("Every snippet of a doc comment is part of a test source and compiles")
    func docComments() throws {
        let sources = try Self.sources()
        let folder = Self.root.appending(path: "Sources").path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        var count = 0
        for path in paths where path.hasSuffix(".swift") {
            let comments = try Self.lines(Self.text("Sources/\(path)")).filter { $0.hasPrefix("///") }
                .map { $0.dropFirst(3) }.joined(separator: "\n")
            for snippet in Self.snippets(in: comments.replacing(" ```", with: "```")) {
                let wanted = Self.lines(snippet).joined(separator: "\n")
                #expect(sources.contains(wanted), "\(path): not found in a test source:\n\(snippet)")
                count += 1
            }
        }
        #expect(count > 5)
    }

    @Test("A printed state has the name and the phase that the README shows")
    func states() {
        #expect(
            "\(TaskState.queued), \(TaskState.running(.dns)), … \(TaskState.succeeded)"
                == "queued, running(dns), … succeeded")
    }

    @Test("no page of the guide is left out")
    func complete() throws {
        for folder in ["docs/engine", "\(Self.catalog)/Articles"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appending(path: folder).path)
            #expect(Set(names.map { "\(folder)/\($0)" }).isSubset(of: Self.documents))
        }
    }

    /// All pages of the repository.
    private static var pages: [String] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "docs").path)
            return names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" } + articles
                + ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
        }
    }

    @Test("Every local link leads to a file", arguments: try pages)
    func links(document: String) throws {
        let folder = Self.root.appending(path: document).deletingLastPathComponent()
        let pattern = /\]\((?!http|#)([^)#]+)/
        for match in try Self.text(document).matches(of: pattern) {
            let path = folder.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }
}
