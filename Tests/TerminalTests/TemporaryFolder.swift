import Foundation

/// A folder that is deleted after the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/terminal-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file.
    ///
    /// Returns its path.
    @discardableResult
    func write(_ text: String, to name: String, isProgram: Bool = false) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: file))
        if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file) }
        return file
    }

    /// Writes a mock named “late” that answers `/hello` with 429, into the subfolder `mocks`.
    func writeLateMock() throws {
        try FileManager.default.createDirectory(
            atPath: path + "/mocks/mappings", withIntermediateDirectories: true)
        try write(
            #"{"name": "late", "request": {"url": "/hello"}, "response": {"status": 429, "body": "no"}}"#,
            to: "mocks/mappings/late.json")
    }
}
