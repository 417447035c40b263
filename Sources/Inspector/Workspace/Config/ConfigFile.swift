import ClientEngine
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorValues

/// The user's configuration file: `$XDG_CONFIG_HOME/inspector/config.json`.
package struct ConfigFile: Equatable, Sendable {
    package let path: String

    /// The result of reading the file.
    package struct Reading: Equatable, Sendable {
        package var preferences = Preferences()
        /// The errors, one line each, with file, line and column.
        ///
        /// The values that they concern are ignored.
        package var problems: [String] = []
        /// Warnings.
        ///
        /// The values that they concern are used.
        package var warnings: [String] = []

        package init(problems: [String] = []) { self.problems = problems }
    }

    package init(environment: [String: String]) {
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (named ?? home + "/.config") + "/inspector/config.json"
    }

    /// The file of the user who runs the program.
    package static var ofProcess: ConfigFile {
        ConfigFile(environment: ProcessEnvironment.variables)
    }

    /// Reads and checks the file.
    ///
    /// A missing file is an empty one.
    package func read() -> Reading {
        do throws(FileError) {
            let bytes = try RegularFile(path).contents(limit: 1 << 20)
            if let stranger = strangerWhoMayWrite {
                throw FileError(path, "is not used, because \(stranger) may change it")
            }
            return read(bytes)
        } catch {
            return error.code == ENOENT ? Reading() : Reading(problems: [error.description])
        }
    }

    private func read(_ bytes: [UInt8]) -> Reading {
        if bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) { return Reading() }
        do throws(JSONError) {
            let value = try JSONValue(parsing: bytes)
            guard let root = value.object else {
                return Reading(problems: ["\(path):1:1: expected an object, such as {\"theme\": \"dark\"}"])
            }
            var reader = PreferenceReader(path: path, places: JSONPlaces(of: bytes))
            reader.read(root)
            return reader.reading
        } catch {
            let found = error.found.map { ", found \($0)" } ?? " before the end of the file"
            let text = "expected \(error.expected)\(found)"
            return Reading(problems: ["\(path):\(error.line):\(error.column): \(text)"])
        }
    }

    /// Another user who may write the file, which decides where requests go.
    ///
    /// Returns `nil` if there is none.
    private var strangerWhoMayWrite: String? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        if information.st_mode & S_IWOTH != 0 { return "everybody" }
        return [0, geteuid()].contains(information.st_uid) ? nil : "user \(information.st_uid)"
    }

    // MARK: Following

    /// Calls `report` on another thread each time the file changes, until the returned watch is released.
    package func follow(_ report: @escaping @Sendable () -> Void) -> FolderWatch? {
        let (folder, path) = (RequestPaths.folder(of: path), path)
        let isFirst = Locked(true)
        return FolderWatch([folder], of: { $0 == "config.json" }) { change in
            // The first report only confirms that watching has begun.
            let begins = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if !begins, change.hasMissed || change.paths.contains(path) { report() }
        }
    }
}
