import Foundation
import Testing

/// Compares a table with the text between two marks of a document.
///
/// Rewrites the document when frames are recorded.
func expectTable(_ table: String, between begin: String, and end: String, in document: String) throws {
    let root = (1...4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let file = root.appending(path: document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let before = try #require(text.range(of: begin))
    let after = try #require(text.range(of: end))
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1" {
        let renewed = text[..<before.upperBound] + table + text[after.lowerBound...]
        try Data(renewed.utf8).write(to: file)
        return
    }
    #expect(text[before.upperBound..<after.lowerBound] == table)
}
