import InspectorValues

/// A damaged history file under its new name.
///
/// It was renamed, and nothing was deleted.
package struct DamagedFile: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case tables
        /// A journal of an earlier version, from which `tasks` tasks could be read.
        case journal(tasks: Int)
    }

    package let path: String
    private let kind: Kind

    init(_ path: String, of kind: Kind) { (self.path, self.kind) = (path, kind) }

    package var trouble: HistoryTrouble {
        switch kind {
        case .tables:
            HistoryTrouble(
                lost: 0, reason: "the history was damaged; it was set aside as \(path), and a new one begins",
                remedy: "Nothing of it is deleted. What can be read of it: sqlite3 \(path) .recover")
        case .journal(let tasks):
            HistoryTrouble(
                lost: 0, reason: "the journal of the history was damaged; it was set aside as \(path)",
                remedy:
                    "The history has the \(tasks.of("task")) that could be read. The others cannot be shown.")
        }
    }
}
