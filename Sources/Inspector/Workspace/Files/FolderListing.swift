import Glibc

/// The contents of a folder: no hidden names unless they are asked for, and links to folders are not followed.
struct FolderListing {
    private(set) var folders: [String] = []
    /// The paths of everything else, links included.
    private(set) var files: [String] = []

    init(below folder: String, withHidden: Bool = false) {
        var unread = [folder]
        while let next = unread.popLast() {
            let listing = FolderListing(of: next, withHidden: withHidden)
            files += listing.files
            folders += listing.folders
            unread += listing.folders
        }
    }

    /// Reads a folder; one that cannot be read holds nothing.
    init(of folder: String, withHidden: Bool = false) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if withHidden ? name == "." || name == ".." : name.hasPrefix(".") { continue }
            let path = prefix + name
            if Self.isFolder(path, type: entry.pointee.d_type) {
                folders.append(path)
            } else {
                files.append(path)
            }
        }
    }

    private static func isFolder(_ path: String, type: UInt8) -> Bool {
        if type != UInt8(DT_UNKNOWN) { return type == UInt8(DT_DIR) }
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}
