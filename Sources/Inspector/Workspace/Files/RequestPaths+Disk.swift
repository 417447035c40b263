import FoundationEssentials
import Glibc
import InspectorValues

extension RequestPaths {
    /// Returns the request files at a path: the file itself, or those in the folder sorted by name.
    ///
    /// Hidden folders are skipped, and links to folders are not followed.
    package static func files(at path: String) throws(FileError) -> [String] {
        guard let isFolder = isFolder(path) else { throw FileError(path, errno: ENOENT) }
        return isFolder ? requestFiles(of: FolderListing(below: path)) : [path]
    }

    package static func mocks(beside path: String) -> String { enclosingFolder(of: path) + "/mocks" }

    static func requestFiles(of listing: FolderListing) -> [String] {
        listing.files.filter(isRequestFile).sorted { $0.precedes($1) }
    }

    /// Returns whether a path is a folder, or `nil` if it does not exist.
    static func isFolder(_ path: String) -> Bool? {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
    }

    /// Returns a path with `~/` replaced by the home folder, like a shell does.
    package static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }

    /// Returns the path itself if it is a folder, otherwise the folder that contains it.
    static func enclosingFolder(of path: String) -> String {
        isFolder(path) == true ? path : folder(of: path)
    }
}
