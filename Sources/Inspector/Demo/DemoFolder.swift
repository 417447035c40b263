import Foundation

/// A folder of sample requests under the user's folder for temporary files; gone when the demo ends.
struct DemoFolder: ~Copyable {
    let path: String

    /// Writes the samples, addressed to a sandbox's ports for HTTP and HTTPS.
    init(base: String, secure: String) throws(FileError) {
        let parent = FileManager.default.temporaryDirectory.path
        var template = Array("\(parent)/inspector-demo.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(parent, errno: errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for file in DemoFiles.contents(base: base, secure: secure) {
            try Self.write(file.text, to: "\(folder)/\(file.path)")
        }
        path = folder
    }

    deinit {
        // Best effort: what cannot be removed lies where the system cleans up.
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func write(_ text: String, to path: String) throws(FileError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw FileError(path, "cannot be written")
        }
    }
}
