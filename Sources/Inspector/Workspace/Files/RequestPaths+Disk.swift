import FoundationEssentials
import Glibc
import InspectorValues

extension RequestPaths {
    /// Returns the request files a path names: itself, or those below it in the order of their names.
    ///
    /// Hidden folders are left out, and links to folders are not followed.
    package static func files(at path: String) throws(FileError) -> [String] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FileError(path, errno: ENOENT)
        }
        return isFolder ? below(path) : [path]
    }

    /// Returns the folder of mocks that belongs to a path: `mocks` in it, or beside a file.
    package static func mocks(beside path: String) -> String {
        var isFolder = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return (exists && isFolder ? path : folder(of: path)) + "/mocks"
    }

    /// Returns a path as a shell has it: with the home folder in the place of `~/`.
    package static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }

    private static func below(_ folder: String) -> [String] {
        FolderListing(below: folder).files.filter(isRequestFile).sorted { $0.precedes($1) }
    }
}
