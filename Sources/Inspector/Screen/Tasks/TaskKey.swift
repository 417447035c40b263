import ClientEngine

/// Names a task in the list.
///
/// The tasks of earlier sessions sort before those of this one.
package enum TaskKey: Hashable, Comparable, Sendable {
    /// A task of an earlier session, by its number in the history.
    case stored(Int)
    /// A task of this session.
    case session(TaskID)

    /// The number in the history; `nil` for a task of this session.
    var row: Int? {
        switch self {
        case .stored(let row): row
        case .session: nil
        }
    }

    /// The number by which the engine knows the task; `nil` for a task of an earlier session.
    var session: TaskID? {
        switch self {
        case .stored: nil
        case .session(let id): id
        }
    }

    /// The number that users see.
    var number: Int {
        switch self {
        case .stored(let number), .session(let number): number
        }
    }

    var isStored: Bool { row != nil }
}
