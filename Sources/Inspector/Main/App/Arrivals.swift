import ClientEngine
import InspectorScreen

/// The news of other threads for the main thread.
struct Arrivals: Sendable {
    var events: [Event] = []
    var messages: [Message] = []
    /// The answers of the disk, and whether keys have waited for them.
    var answers: [(answer: DiskQueue.Answer, heldKeys: Bool)] = []

    /// The errors among the answers, for when there is no screen.
    var errors: [String] {
        answers.flatMap { answer, _ in
            guard case .messages(let messages) = answer else { return [String]() }
            return messages.compactMap { message in
                guard case .notice(let notice) = message, notice.kind == .error else { return nil }
                return notice.text
            }
        }
    }
}
