import Foundation
import Testing

/// The programs built together with the tests.
package enum BuiltProgram {
    /// Returns the path of a program, next to the one that `INSPECTOR_BINARY` names or next to the tests.
    package static func path(_ name: String = "inspector") throws -> String {
        let named = ProcessInfo.processInfo.environment["INSPECTOR_BINARY"]
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let folder = URL(filePath: named ?? bundle).standardizedFileURL.deletingLastPathComponent()
        let path = folder.appending(path: name).path
        try #require(
            FileManager.default.isExecutableFile(atPath: path),
            "there is no program at \(path): run swift build, or set INSPECTOR_BINARY")
        return path
    }
}
