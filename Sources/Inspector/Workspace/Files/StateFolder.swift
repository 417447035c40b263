import FoundationEssentials
import Glibc

/// The folder for state kept between runs: `$XDG_STATE_HOME/inspector`.
package struct StateFolder: Sendable {
    package let path: String

    /// Determines the path.
    ///
    /// The folder is created when something is stored.
    init(environment: [String: String]) {
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (named ?? home + "/.local/state") + "/inspector"
    }

    init(path: String) {
        self.path = path
    }

    /// The state folder of the user who runs the program.
    package static var ofProcess: StateFolder {
        StateFolder(environment: ProcessEnvironment.variables)
    }

    /// Creates a subfolder, or the state folder itself, with access for its owner only.
    ///
    /// Returns its path.
    @discardableResult
    func make(_ name: String? = nil) throws(FileError) -> String {
        let folder = name.map { path + "/" + $0 } ?? path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError(folder, errno: errno)
        }
        // The folders may already exist, so their permissions are set again.
        for folder in [path, folder] where chmod(folder, 0o700) != 0 { throw FileError(folder, errno: errno) }
        return folder
    }
}
