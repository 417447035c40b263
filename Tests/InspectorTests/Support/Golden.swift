import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

/// Compares a frame with the golden file `name`.
///
/// `RECORD_FRAMES=1` stores it instead.
func expectGolden(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectGolden(frame.snapshot(), file: "\(name).frame", sourceLocation: sourceLocation)
}

/// Compares a program's output with the golden file `name`, in which `␛` replaces escape characters.
func expectGolden(_ output: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
{
    let visible = output.replacing("\u{1B}", with: "␛")
    try expectGolden(visible, file: "\(name).txt", sourceLocation: sourceLocation)
}

private func expectGolden(_ actual: String, file name: String, sourceLocation: SourceLocation) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1" {
        try Data(actual.utf8).write(to: file)
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(
        actual == expected, Comment(rawValue: difference(expected, actual)), sourceLocation: sourceLocation)
}

/// Returns the lines that differ, the stored ones first.
private func difference(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = (0..<max(old.count, new.count)).flatMap { index -> [String] in
        let before = index < old.count ? String(old[index]) : ""
        let after = index < new.count ? String(new[index]) : ""
        return before == after ? [] : ["\(index + 1) - \(before)", "\(index + 1) + \(after)"]
    }
    return lines.joined(separator: "\n")
}
