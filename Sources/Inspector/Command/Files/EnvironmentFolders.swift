import Foundation
import RequestFormats

/// Reads the environment files that apply to a folder of requests.
enum EnvironmentFolders {
    static let sharedName = "http-client.env.json"
    static let privateName = "http-client.private.env.json"

    /// Tells whether a file says what variables stand for, by its name.
    static func isVariableFile(_ name: String) -> Bool {
        [sharedName, privateName, ".env"].contains(name)
    }

    /// The environments of a folder and of those above it, up to `root`, the nearest first.
    ///
    /// A `root` that the folder does not lie in stands beside it: only the two are read.
    static func load(for folder: String, upTo root: String) throws(FileProblem) -> Environments {
        var folders: [Environments.Folder] = []
        for path in chain(from: folder, to: root) {
            let shared = try file(path + "/" + sharedName)
            let own = try file(path + "/" + privateName)
            folders.append(Environments.Folder(public: shared, private: own))
        }
        return Environments(folders)
    }

    /// The variables of the `.env` file in a folder; a file that cannot be read has none.
    static func dotenv(in folder: String) -> [String: String] {
        guard let bytes = try? RegularFile(folder + "/.env").contents(limit: 1 << 20),
            let text = String(validating: bytes, as: UTF8.self)
        else { return [:] }
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].trimmingCharacters(in: .whitespaces)
            let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            values[name.hasPrefix("export ") ? String(name.dropFirst(7)) : name] = unquoted(value)
        }
        return values
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, let first = value.first, first == value.last, "\"'".contains(first) else {
            return value
        }
        return String(value.dropFirst().dropLast())
    }

    private static func chain(from folder: String, to root: String) -> [String] {
        let (start, end) = (absolute(folder), absolute(root))
        guard start == end || start.hasPrefix(end == "/" ? "/" : end + "/") else { return [start, end] }
        var chain = [start]
        while let last = chain.last, last != end { chain.append(RequestPaths.folder(of: last)) }
        return chain
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static func file(_ path: String) throws(FileProblem) -> EnvironmentFile? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile(path).contents()
        } catch {
            throw FileProblem(error)
        }
        do throws(Diagnostic) {
            return try EnvironmentFile.parse(bytes, path: path)
        } catch {
            throw FileProblem(path, error)
        }
    }
}
