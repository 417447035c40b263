import ClientEngine
import EngineSupport
import InspectorValues

/// Reads the files of a workspace, and rereads them when they change.
///
/// A tree can be large, so it is read in short pieces. Other disk jobs run between them.
package final class WorkspaceReader: Sendable {
    package typealias Piece = @Sendable () -> [WorkspaceChange]

    private struct Order: Sendable {
        var change: FolderWatch.Change?
        /// Indicates whether a piece is queued or running.
        var isAtWork = false
    }

    private static let longestPiece = Duration.milliseconds(50)

    private let paths: [String]
    /// Used only by the pieces.
    private let index: Locked<WorkspaceIndex>
    private let order = Locked(Order())
    private let watch = Locked<FolderWatch?>(nil)
    private let enqueue: @Sendable (@escaping Piece) -> Void

    /// Creates a reader.
    ///
    /// `enqueue` runs pieces of work in order on a thread that may block. Each piece returns the changes found.
    package init(_ workspace: Workspace, enqueue: @escaping @Sendable (@escaping Piece) -> Void) {
        paths = workspace.paths
        index = Locked(WorkspaceIndex(workspace))
        self.enqueue = enqueue
    }

    package func start() {
        refresh()
        let watch = FolderWatch(
            paths, of: { RequestPaths.isRequestFile($0) || EnvironmentFolders.isVariableFile($0) },
            report: { [weak self] in self?.add($0) })
        self.watch.withLock { $0 = watch }
        if watch == nil { add(FolderWatch.Change(isPartial: true)) }
    }

    /// Checks all files again, and rereads the file at `path` in any case.
    package func refresh(changed path: String? = nil) {
        add(FolderWatch.Change(paths: Set([path].compactMap(\.self)), hasMissed: true))
    }

    /// Adds a change.
    ///
    /// Changes during a round are combined and processed in the next one.
    private func add(_ change: FolderWatch.Change) {
        let isFirst = order.withLock { order in
            order.change = order.change?.adding(change) ?? change
            defer { order.isAtWork = true }
            return !order.isAtWork
        }
        if isFirst { enqueue { [self] in goOn() } }
    }

    private func goOn() -> [WorkspaceChange] {
        index.withLock { index in
            var changes: [WorkspaceChange] = []
            if index.isAtRest, let change = order.withLock({ $0.change.take() }) {
                if change.isPartial { changes.append(.isPartlyWatched) }
                index.begin(change)
            }
            changes += index.goOn(for: Self.longestPiece)
            let isOver = order.withLock { order in
                order.isAtWork = !index.isAtRest || order.change != nil
                return !order.isAtWork
            }
            if !isOver { enqueue { [self] in goOn() } }
            return changes
        }
    }
}
