import FoundationEssentials
import Glibc
import RequestFormats

package enum ImportFiles {
    /// Returns the file, the matching files of a folder, or the standard input for `-`.
    ///
    /// The total size is limited to the maximum size of one file. `endings` are file name endings.
    package static func read(_ input: String, endings: [String]) throws(FileError) -> [ImportFile] {
        if input == "-" { return [ImportFile(path: "-", bytes: try standardInput())] }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: input, isDirectory: &isFolder), isFolder else {
            let bytes = try RegularFile(input).contents(limit: ImportFile.maximumSize)
            return [ImportFile(path: input, bytes: bytes)]
        }
        let folder = try ConfinedFolder(input)
        var files: [ImportFile] = []
        var left = ImportFile.maximumSize
        for name in names(in: input, endings: endings) {
            let bytes = try folder.contents(of: name, limit: ImportFile.maximumSize)
            guard bytes.count <= left else { throw FileError(input, "holds more than 64 MiB of files") }
            left -= bytes.count
            files.append(ImportFile(path: name, bytes: bytes))
        }
        guard !files.isEmpty else {
            throw FileError(input, "holds no file that ends in \(endings.joined(separator: ", "))")
        }
        return files
    }

    /// Skips hidden files and folders, like the search for requests.
    private static func names(in folder: String, endings: [String]) -> [String] {
        let outer = folder.hasSuffix("/") ? folder : folder + "/"
        let found = FolderListing(below: folder)
        let names = (found.files + found.folders).map { String($0.dropFirst(outer.count)) }
        return names.filter { name in
            let lower = name.lowercased()
            return endings.contains { lower.hasSuffix($0) }
                && !name.split(at: "/").contains("node_modules")
        }
        .sorted { $0.precedes($1) }
    }

    private static func standardInput() throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= ImportFile.maximumSize {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("standard input", errno: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw FileError("standard input", "is larger than 64 MiB")
    }
}
