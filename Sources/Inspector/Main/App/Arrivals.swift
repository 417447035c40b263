import ClientEngine
import InspectorScreen

/// What other threads have to say to the main thread.
struct Arrivals: Sendable {
    var events: [Event] = []
    var messages: [Message] = []
    /// What has come of work on a disk, and whether keys have waited for it.
    var answers: [(answer: DiskQueue.Answer, heldKeys: Bool)] = []
}
