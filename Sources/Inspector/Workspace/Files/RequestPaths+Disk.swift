import FoundationEssentials
import Glibc
import InspectorValues

extension RequestPaths {
    /// Returns the request files a path names: itself, or those below it in the order of their names.
    ///
    /// Hidden folders are left out, and links to folders are not followed.
    package static func files(at path: String) throws(FileError) -> [String] {
        guard let isFolder = isFolder(path) else { throw FileError(path, errno: ENOENT) }
        return isFolder ? requestFiles(of: FolderListing(below: path)) : [path]
    }

    package static func mocks(beside path: String) -> String { enclosingFolder(of: path) + "/mocks" }

    static func requestFiles(of listing: FolderListing) -> [String] {
        listing.files.filter(isRequestFile).sorted { $0.precedes($1) }
    }

    /// Returns nil for what is not there.
    static func isFolder(_ path: String) -> Bool? {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
    }

    /// Returns a path as a shell has it: with the home folder in the place of `~/`.
    package static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }

    /// Returns a folder itself, and the folder of anything else.
    static func enclosingFolder(of path: String) -> String {
        isFolder(path) == true ? path : folder(of: path)
    }
}
