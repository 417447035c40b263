import ClientEngine
import Dispatch
import Foundation

/// Reads the files of a workspace in the background, and again whenever they change.
final class WorkspaceReader {
    /// Touched on the queue alone.
    private let index: Locked<WorkspaceIndex>
    private let queue = DispatchQueue(label: "saved requests", qos: .userInitiated)
    private let paths: [String]
    private let report: @Sendable (Message) -> Void
    private var watch: FolderWatch?

    /// Reports from other threads what the files hold.
    init(_ workspace: Workspace, report: @escaping @Sendable (Message) -> Void) {
        index = Locked(WorkspaceIndex(workspace))
        paths = workspace.paths
        self.report = report
    }

    /// Reads everything, and follows what changes from then on.
    func start() {
        refresh(FolderWatch.Change(hasMissed: true))
        watch = FolderWatch(
            paths, of: { RequestPaths.isRequestFile($0) || EnvironmentFolders.isVariableFile($0) }
        ) { [queue, index, report] change in
            if change.isPartial { report(.notice(Self.isPartial)) }
            queue.async { index.withLock { $0.refresh(change, report: report) } }
        }
        if watch == nil { report(.notice(Self.isPartial)) }
    }

    /// Looks at everything again, and reads files that have certainly changed.
    func refresh(_ change: FolderWatch.Change) {
        queue.async { [index, report] in index.withLock { $0.refresh(change, report: report) } }
    }

    private static let isPartial = Notice.information(
        "Not all folders can be watched: E on a file reads it again (fs.inotify.max_user_watches).")
}
