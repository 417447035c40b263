import Glibc
import InspectorValues

/// The last known state of the files of a workspace, to reread only changed files.
///
///     begin ──▶ searching ──▶ reading ──▶ at rest        in pieces of limited duration
struct WorkspaceIndex {
    /// Identifies a version of a file at a path.
    private struct Stamp: Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var seconds: [Int]

        init?(of path: String) {
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            device = UInt64(information.st_dev)
            inode = UInt64(information.st_ino)
            size = Int(information.st_size)
            seconds = [
                information.st_mtim.tv_sec, information.st_mtim.tv_nsec, information.st_ctim.tv_sec,
                information.st_ctim.tv_nsec,
            ]
        }
    }

    private enum Stage {
        case searching(FileSearch)
        case reading(ArraySlice<SavedFile>)
        case atRest
    }

    private let workspace: Workspace
    private var stage = Stage.atRest
    /// The change that started this round, with paths in the spelling of the index.
    private var change = FolderWatch.Change()
    private var files: [String: (stamp: Stamp?, file: SavedFile)] = [:]
    private var paths: [String]?
    private var environments: EnvironmentChoice
    private var failures: [Workspace.WorkspaceError] = []

    init(_ workspace: Workspace) {
        self.workspace = workspace
        environments = EnvironmentChoice(selected: workspace.environment)
    }

    var isAtRest: Bool {
        if case .atRest = stage { true } else { false }
    }

    /// Begins a round over all files.
    ///
    /// The files that `change` names are reread in any case.
    mutating func begin(_ change: FolderWatch.Change) {
        self.change = change
        self.change.paths = Set(change.paths.map(\.plainPath))
        stage = .searching(FileSearch(workspace))
    }

    /// Continues the round for about `duration`.
    ///
    /// Returns the changes found.
    mutating func goOn(for duration: Duration) -> [WorkspaceChange] {
        let end = ContinuousClock.now + duration
        var changes: [WorkspaceChange] = []
        var read: [SavedFile] = []
        while !isAtRest, ContinuousClock.now < end {
            switch stage {
            case .searching(var search):
                stage = .atRest
                if search.step() {
                    stage = .searching(search)
                } else {
                    changes += compare(search.contents)
                    stage = .reading(search.contents.files[...])
                }
            case .reading(var rest):
                stage = .atRest
                guard let file = rest.popFirst() else { continue }
                if let file = readIfChanged(file) { read.append(file) }
                stage = .reading(rest)
            case .atRest: break
            }
        }
        return read.isEmpty ? changes : changes + [.read(read)]
    }

    private mutating func compare(_ contents: Workspace.Contents) -> [WorkspaceChange] {
        var changes: [WorkspaceChange] = []
        let found = contents.files.map(\.path)
        if found != paths {
            paths = found
            let known = Set(found)
            files = files.filter { known.contains($0.key) }
            changes.append(.files(contents.files.map { files[$0.path]?.file ?? $0 }, environments))
        }
        // The environments come before the requests: there may be many requests, and the user needs the
        // environments to send them.
        let isAboutVariables = change.paths.contains {
            EnvironmentFolders.isVariableFile($0.fileName)
        }
        return change.hasMissed || isAboutVariables ? changes + readEnvironments(beside: contents) : changes
    }

    private mutating func readEnvironments(beside contents: Workspace.Contents) -> [WorkspaceChange] {
        let (choice, problems) = workspace.readEnvironments(beside: contents.files)
        let all = contents.failures + problems
        defer { (environments, failures) = (choice, all) }
        return (choice == environments ? [] : [.environments(choice)])
            + all.filter { !failures.contains($0) }.map { .failure($0) }
    }

    private mutating func readIfChanged(_ file: SavedFile) -> SavedFile? {
        let stamp = Stamp(of: file.path)
        let known = files[file.path]
        if let known, known.stamp == stamp, !change.paths.contains(file.path.plainPath) { return nil }
        let read = workspace.read(known?.file ?? file)
        files[file.path] = (stamp, read)
        return read
    }
}

/// A search for the request files of a workspace, one folder at a time.
struct FileSearch {
    private(set) var contents = Workspace.Contents()
    private let workspace: Workspace
    private var rest: ArraySlice<String>
    private var root: (path: String, listing: FolderListing)?

    init(_ workspace: Workspace) {
        self.workspace = workspace
        rest = workspace.paths[...]
    }

    /// Searches the next path or folder.
    ///
    /// Returns `false` if none is left.
    mutating func step() -> Bool {
        if root?.listing.step() == true { return true }
        if let root {
            add(RequestPaths.requestFiles(of: root.listing), below: root.path)
            self.root = nil
        }
        guard let path = rest.popFirst() else { return false }
        switch RequestPaths.isFolder(path) {
        case true: root = (path, FolderListing(beginningAt: path))
        case false: add([path], below: path)
        case nil:
            contents.failures.append(.init(message: FileError(path, errno: ENOENT).description))
        }
        return true
    }

    private mutating func add(_ paths: [String], below root: String) {
        contents.files += paths.map { workspace.place(of: $0, below: root) }
    }
}

/// A change in the files of a workspace.
package enum WorkspaceChange: Equatable, Sendable {
    case files([SavedFile], EnvironmentChoice)
    case read([SavedFile])
    case environments(EnvironmentChoice)
    /// An error outside the request files.
    case failure(Workspace.WorkspaceError)
    case isPartlyWatched
}
