import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// Holds messages in transit for inspection.
package protocol MessageHolder: Sendable {
    /// Returns the parts of a route that are currently held.
    func heldParts(of route: Route) -> Set<Holds.Part>

    /// Waits for the verdict on a message, which always arrives.
    ///
    /// Cancelling the Swift task releases the message.
    func verdict(on part: Holds.Part, of task: TaskID, on route: Route) async -> HoldVerdict
}
