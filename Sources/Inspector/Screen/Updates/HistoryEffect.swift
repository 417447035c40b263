import InspectorTaskFilter
import InspectorValues

/// A demand on the history; its result is a ``HistoryAnswer``.
package enum HistoryEffect: Equatable, Sendable {
    /// Finds the calls of a saved request.
    case calls(of: SavedEntry)
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
package enum HistoryAnswer: Equatable, Sendable {
    /// What the history holds of a saved request; nil where that is nothing.
    case calls(EarlierCalls?, of: SavedEntry.Reference)
    case list(PastPart)
    case tasks([PastTask])
    /// What calls of these kinds usually take, as far as enough are known.
    case usual([CallKind: UsualCall], of: Set<CallKind>)
    case routes(RouteTable)
    /// What of this session is not kept; nil where it is kept again.
    case keeping(HistoryTrouble?)
    /// The reason why it cannot be read.
    case failure(String)
}
