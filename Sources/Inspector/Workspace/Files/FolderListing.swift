import Glibc

/// The contents of a folder and its subfolders.
///
/// Hidden names are optional, and links to folders are not followed.
struct FolderListing {
    private(set) var folders: [String] = []
    /// The paths of everything else, including links.
    private(set) var files: [String] = []
    private let hasHidden: Bool
    private var unread: [String] = []

    /// Begins to list a folder and its subfolders.
    ///
    /// ``step()`` continues.
    init(beginningAt folder: String, withHidden hasHidden: Bool = false) {
        self.hasHidden = hasHidden
        unread = [folder]
    }

    init(below folder: String, withHidden hasHidden: Bool = false) {
        self.init(beginningAt: folder, withHidden: hasHidden)
        while step() {}
    }

    init(of folder: String, withHidden hasHidden: Bool = false) {
        self.init(beginningAt: folder, withHidden: hasHidden)
        _ = step()
    }

    /// Lists the next folder.
    ///
    /// Returns `false` if no folder is left.
    mutating func step() -> Bool {
        guard let folder = unread.popLast() else { return false }
        let count = folders.count
        read(folder)
        unread += folders[count...]
        return true
    }

    /// Reads a folder.
    ///
    /// An unreadable folder counts as empty.
    private mutating func read(_ folder: String) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if hasHidden ? name == "." || name == ".." : name.hasPrefix(".") { continue }
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
