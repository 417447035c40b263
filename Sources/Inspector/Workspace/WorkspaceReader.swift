import ClientEngine
import Dispatch

/// Reads the files of a workspace in the background, and again whenever they change.
final class WorkspaceReader {
    private let paths: [String]
    private let work: Work
    private var watch: FolderWatch?

    /// Reports from other threads what the files hold.
    init(_ workspace: Workspace, report: @escaping @Sendable (WorkspaceChange) -> Void) {
        paths = workspace.paths
        work = Work(workspace, report: report)
    }

    /// Reads everything, and follows what changes from then on.
    func start() {
        refresh(FolderWatch.Change(hasMissed: true))
        watch = FolderWatch(
            paths, of: { RequestPaths.isRequestFile($0) || EnvironmentFolders.isVariableFile($0) },
            report: { [work] in work.add($0) })
        if watch == nil { refresh(FolderWatch.Change(isPartial: true)) }
    }

    /// Looks at everything again, and reads files that have certainly changed.
    func refresh(_ change: FolderWatch.Change) { work.add(change) }
}

/// Does what has come together while it was busy in one go, however fast changes come.
private final class Work: Sendable {
    /// Touched on the queue alone.
    private let index: Locked<WorkspaceIndex>
    private let queue = DispatchQueue(label: "saved requests", qos: .userInitiated)
    private let waiting = Locked<FolderWatch.Change?>(nil)
    private let report: @Sendable (WorkspaceChange) -> Void

    init(_ workspace: Workspace, report: @escaping @Sendable (WorkspaceChange) -> Void) {
        index = Locked(WorkspaceIndex(workspace))
        self.report = report
    }

    func add(_ change: FolderWatch.Change) {
        if change.isPartial { report(.isPartlyWatched) }
        let isFirst = waiting.withLock { waiting in
            defer { waiting = waiting?.adding(change) ?? change }
            return waiting == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            let change = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            if let change { index.withLock { $0.refresh(change, report: report) } }
        }
    }
}
