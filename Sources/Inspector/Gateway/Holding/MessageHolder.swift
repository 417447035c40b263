import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// Holds messages on their way, where somebody wants to look at them.
package protocol MessageHolder: Sendable {
    /// The parts that are held of a route now.
    func heldParts(of route: Route) -> Set<Holds.Part>

    /// Waits for the decision about a message, which comes in any case; cancelling the Swift task lets the message go.
    func verdict(on part: Holds.Part, of task: TaskID, on route: Route) async -> HoldVerdict
}
