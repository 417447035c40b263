import ClientEngine
import InspectorScreen

/// The news of other threads for the main thread.
struct Arrivals: Sendable {
    var events: [Event] = []
    var messages: [Message] = []
    /// The answers of the disk, and whether keys have waited for them.
    var answers: [(answer: DiskQueue.Answer, heldKeys: Bool)] = []
}
