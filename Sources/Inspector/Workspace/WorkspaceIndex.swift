import Glibc
import InspectorValues

/// The state of the files of a workspace as it was seen last, so that only those are read again that have changed.
///
///     begin ──▶ searching ──▶ reading ──▶ at rest        each for as long as it is let go on
struct WorkspaceIndex {
    /// Tells a file from another one of the same path.
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

    /// What was read is told at least so often.
    private static let patience = Duration.milliseconds(50)

    private let workspace: Workspace
    private var files: [String: (stamp: Stamp?, file: SavedFile)] = [:]
    private var order: [String]?
    private var environments: EnvironmentChoice
    private var failures: [Workspace.WorkspaceError] = []

    init(_ workspace: Workspace) {
        self.workspace = workspace
        environments = EnvironmentChoice(selected: workspace.environment)
    }

    /// Looks at everything and reads what has changed, and the files that are named in any case.
    mutating func refresh(_ change: FolderWatch.Change, report: (WorkspaceChange) -> Void) {
        let contents = workspace.list()
        let changed = Set(change.paths.map(Self.spelled))
        let stale = contents.files.compactMap { file -> (SavedFile, Stamp?)? in
            let stamp = Stamp(of: file.path)
            let isKnown = files[file.path].map { $0.stamp == stamp } ?? false
            return isKnown && !changed.contains(Self.spelled(file.path)) ? nil : (file, stamp)
        }
        takeOrder(of: contents.files, report)
        // Before the requests: they may be many, and whoever sees the last of them may choose an environment.
        let isAboutVariables = changed.contains { EnvironmentFolders.isVariableFile(Self.name(of: $0)) }
        if change.hasMissed || isAboutVariables { readEnvironments(beside: contents, report) }
        read(stale, report)
    }

    /// The same path has the same spelling.
    private static func spelled(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private static func name(of path: String) -> String {
        path.split(at: "/").last.map(String.init) ?? path
    }

    /// Tells which files there are, when they are others than before.
    private mutating func takeOrder(of listed: [SavedFile], _ report: (WorkspaceChange) -> Void) {
        let paths = listed.map(\.path)
        guard paths != order else { return }
        order = paths
        let known = Set(paths)
        files = files.filter { known.contains($0.key) }
        report(.files(listed.map { files[$0.path]?.file ?? $0 }, environments))
    }

    private mutating func read(
        _ stale: [(file: SavedFile, stamp: Stamp?)], _ report: (WorkspaceChange) -> Void
    ) {
        let clock = ContinuousClock()
        var told = clock.now
        var batch: [SavedFile] = []
        for (file, stamp) in stale {
            let read = workspace.read(files[file.path]?.file ?? file)
            files[file.path] = (stamp, read)
            batch.append(read)
            if clock.now - told > Self.patience {
                report(.read(batch))
                batch = []
                told = clock.now
            }
        }
        if !batch.isEmpty { report(.read(batch)) }
    }

    private mutating func readEnvironments(
        beside contents: Workspace.Contents, _ report: (WorkspaceChange) -> Void
    ) {
        let (choice, problems) = workspace.readEnvironments(beside: contents.files)
        if choice != environments { report(.environments(choice)) }
        environments = choice
        let all = contents.failures + problems
        for failure in all where !failures.contains(failure) { report(.failure(failure)) }
        failures = all
    }
}

/// What was found out about the files of a workspace.
package enum WorkspaceChange: Equatable, Sendable {
    case files([SavedFile], EnvironmentChoice)
    case read([SavedFile])
    case environments(EnvironmentChoice)
    /// Something is wrong outside of the request files.
    case failure(Workspace.WorkspaceError)
    case isPartlyWatched
}
