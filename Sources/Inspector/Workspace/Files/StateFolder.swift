import FoundationEssentials
import Glibc

/// The folder of what the program remembers from one run to the next: `$XDG_STATE_HOME/inspector`.
package struct StateFolder: Sendable {
    package let path: String

    /// Names the folder; it is made when there is something to keep.
    init(environment: [String: String]) {
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (named ?? home + "/.local/state") + "/inspector"
    }

    init(path: String) {
        self.path = path
    }

    /// The state of the user who runs the program.
    package static var ofProcess: StateFolder {
        StateFolder(environment: ProcessEnvironment.variables)
    }

    /// Makes a folder in it, or itself where no name is given, that nobody but its owner can look into; returns its path.
    @discardableResult
    func make(_ name: String? = nil) throws(FileError) -> String {
        let folder = name.map { path + "/" + $0 } ?? path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError(folder, errno: errno)
        }
        // Their permissions are set again, because the folders may have been there before.
        for folder in [path, folder] where chmod(folder, 0o700) != 0 { throw FileError(folder, errno: errno) }
        return folder
    }
}
