import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// A demand on the history; its result is a ``HistoryMessage``.
package enum HistoryEffect: Equatable, Sendable {
    /// Finds the calls of a saved request.
    case calls(of: SavedEntry)
    /// Finds the last call that asked for the same before a task.
    case predecessor(PredecessorQuestion)
    /// Finds the tasks of earlier sessions that match.
    case list(PastQuestion)
    /// Reads tasks by their numbers in the history, some with their bodies.
    case tasks([Int: Bool])
    /// Finds out what calls usually take.
    case usual(Set<CallKind>)
    /// Sums up by route what matches.
    case routes(TaskQuery)
}

/// The result of a demand on the history.
package enum HistoryMessage: Equatable, Sendable {
    /// The earlier calls of a saved request; nil where there are none.
    case calls(EarlierCalls?, of: SavedEntry.Reference)
    case predecessor(Predecessor?, of: TaskKey)
    case list(PastPart)
    case tasks([PastTask])
    /// The usual calls of these kinds, as far as enough are known.
    case usual([CallKind: UsualCall], of: Set<CallKind>)
    case routes(RouteTable)
    /// The part of this session that is not kept; nil where all is kept again.
    case keeping(HistoryTrouble?)
    /// The reason why it cannot be read.
    case failure(String)
}
