import FoundationEssentials
import Glibc
import InspectorValues
import RequestFormats

extension Workspace {
    /// The base folder of drafts that come from no file.
    var folder: String { paths.first.map(RequestPaths.enclosingFolder) ?? "." }

    /// Returns the file names in a folder that a field names, folders with a slash.
    ///
    /// `base` is the folder of the draft.
    package func names(in folder: String, of base: String?) -> [String] {
        let path = folder.hasPrefix("/") ? folder : (base ?? self.folder) + "/" + folder
        let listing = FolderListing(of: path, withHidden: true)
        let names = listing.folders.map { $0.fileName + "/" } + listing.files.map(\.fileName)
        return Array(names.sorted { $0.precedes($1) }.prefix(Self.mostNames))
    }

    private static let mostNames = 5000

    /// The views of the opened folder.
    ///
    /// Reading them blocks on the disk.
    package var views: ViewStore { ViewStore(trust.state, folder: folder) }

    /// Returns the text of a saved request, with the definitions elsewhere in its file.
    package func block(of reference: SavedEntry.Reference) throws(WorkspaceError) -> SavedBlock {
        let file = try self.file(reference.file)
        guard let saved = file.requests.first(where: { $0.number == reference.number }),
            let block = file.blocks.first(where: { $0.request == saved.number - 1 })
        else { throw WorkspaceError(gone: reference) }
        return SavedBlock(
            text: String(decoding: file.bytes[block.bytes], as: UTF8.self),
            origin: DraftOrigin(path: reference.file, number: saved.number, bytes: file.bytes),
            definitions: file.surroundings(of: saved))
    }

    /// Returns the named requests in the file of a draft, without the draft's own, because the draft may refer to
    /// them.
    func neighbours(of origin: DraftOrigin) -> String {
        guard let file = try? parse(origin.path) else { return "" }
        let blocks = file.blocks.filter { block in
            guard let index = block.request, index != origin.number - 1 else { return false }
            return file.requests[index].referenceName != nil && file.requests[index].isUsable
        }
        return blocks.map { "\n\n###\n" + String(decoding: file.bytes[$0.bytes], as: UTF8.self) }.joined()
    }

    /// Writes a block to its place.
    ///
    /// A request that changed in the file since it was read is not overwritten. Holds the lock of the folder, so
    /// that concurrent saves do not overwrite each other.
    package func save(_ block: String, at place: DraftPlace) throws(WorkspaceError) -> DraftSaving {
        do throws(FileError) {
            let folder = RequestPaths.folder(of: path(of: place))
            if case .named = place { try make(folder) }
            let lock = try FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            switch place {
            case .into(let origin): return try merge(block, into: origin)
            case .over(let path, let number): return .saved(try write(block, over: number, in: path))
            case .behind(let path): return .saved(try write(block, over: nil, in: path))
            case .named(let name): return .saved(try write(block, over: nil, in: path(named: name)))
            }
        } catch {
            throw WorkspaceError(message: "Not saved: \(error.description.plainPath)")
        }
    }

    /// Creates a folder and its missing parents.
    private func make(_ folder: String) throws(FileError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError(folder, errno: errno)
        }
    }

    /// Writes a block at the current position of its request, and keeps changes that other editors made around it.
    private func merge(_ block: String, into origin: DraftOrigin) throws(FileError) -> DraftSaving {
        let current = try contents(of: origin.path)
        if current == origin.bytes {
            return .saved(try write(block, over: origin.number, in: origin.path))
        }
        let merge = ThreeWayMerge(origin, into: current)
        guard let merged = merge.file(with: block) else {
            return .conflict(DraftConflict(theirs: merge.theirs))
        }
        try OutputFile.write(merged.bytes, to: origin.path, keepingMode: true)
        return .merged(DraftOrigin(path: origin.path, number: merged.number, bytes: merged.bytes))
    }

    private func path(of place: DraftPlace) -> String {
        switch place {
        case .into(let origin): origin.path
        case .over(let path, _), .behind(let path): path
        case .named(let name): path(named: name)
        }
    }

    /// Returns the path for a file name that the user entered.
    ///
    /// It is relative to the workspace unless absolute, and gets an extension that the request search recognises.
    private func path(named name: String) -> String {
        let hasEnding = name.split(at: "/").last?.unicodeScalars.contains(".") ?? false
        let file = hasEnding ? name : name + ".http"
        return file.hasPrefix("/") ? file : folder + "/" + file
    }

    private func write(_ block: String, over number: Int?, in path: String) throws(FileError) -> DraftOrigin {
        let old = HTTPFile(parsing: try contents(of: path), path: path)
        let replaced = number.flatMap { number in
            old.replacing(number, with: block).map { (bytes: $0, number: number) }
        }
        guard let replaced else {
            let (bytes, first) = try append(block, to: path)
            return DraftOrigin(path: path, number: first, bytes: bytes)
        }
        try OutputFile.write(replaced.bytes, to: path, keepingMode: true)
        return DraftOrigin(path: path, number: replaced.number, bytes: replaced.bytes)
    }

    /// Appends a text to a file.
    ///
    /// Returns the new content, and the number of the first new request.
    func append(_ text: String, to path: String) throws(FileError) -> (bytes: [UInt8], first: Int) {
        let old = HTTPFile(parsing: try contents(of: path), path: path)
        let new = old.appending(text)
        try OutputFile.write(new, to: path, keepingMode: true)
        return (new, old.requests.count + 1)
    }

    private func contents(of path: String) throws(FileError) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try RegularFile(path).contents(limit: HTTPFile.maximumSize)
    }
}

/// A saved request as text for editing.
package struct SavedBlock: Equatable, Sendable {
    package var text: String
    package var origin: DraftOrigin
    /// The settings and definitions of the file outside the block, as text.
    package var definitions: String
}
