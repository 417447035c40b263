import ClientEngine
import InspectorScreen

/// Carries what other threads have to say to the main thread, and wakes it once per burst.
final class Mailbox: Sendable {
    /// What has come since the last look.
    struct Content {
        var events: [Event] = []
        var messages: [Message] = []

        fileprivate var isEmpty: Bool { events.isEmpty && messages.isEmpty }
    }

    private let content = Locked(Content())
    private let wake: WakePipe

    init(waking wake: WakePipe) {
        self.wake = wake
    }

    /// Adds events of the engine, on any thread.
    func append(_ events: [Event]) {
        add { $0.events += events }
    }

    /// Adds a message, on any thread.
    func append(_ message: Message) {
        add { $0.messages.append(message) }
    }

    /// Takes everything out.
    func drain() -> Content {
        content.withLock { content in
            defer { content = Content() }
            return content
        }
    }

    private func add(_ change: (inout Content) -> Void) {
        let wasEmpty = content.withLock { content in
            defer { change(&content) }
            return content.isEmpty
        }
        if wasEmpty { wake.wake() }
    }
}
