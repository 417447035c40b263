import ClientEngine
import Dispatch
import InspectorValues

/// Reads the files of a workspace, and again whenever they change.
///
/// A tree can be large, so it is read in short pieces, between which others have their turn at the disk.
package final class WorkspaceReader: Sendable {
    private let paths: [String]
    private let work: Work
    private let watch = Locked<FolderWatch?>(nil)

    /// Reports from other threads what the files hold.
    package init(_ workspace: Workspace, report: @escaping @Sendable (WorkspaceChange) -> Void) {
        paths = workspace.paths
        work = Work(workspace, report: report)
    }

    package func start() {
        refresh()
        let watch = FolderWatch(
            paths, of: { RequestPaths.isRequestFile($0) || EnvironmentFolders.isVariableFile($0) },
            report: { [work] in work.add($0) })
        self.watch.withLock { $0 = watch }
        if watch == nil { work.add(FolderWatch.Change(isPartial: true)) }
    }

    /// Looks at everything again, and reads a file that has certainly changed.
    package func refresh(changed path: String? = nil) {
        work.add(FolderWatch.Change(paths: Set([path].compactMap(\.self)), hasMissed: true))
    }
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
