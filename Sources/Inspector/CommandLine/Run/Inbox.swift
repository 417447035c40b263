import ClientEngine
import Dispatch

/// Carries messages from any thread to the one that waits for them.
final class Inbox<Message: Sendable>: Sendable {
    private let messages = Locked<[Message]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds a message; wakes the reader once per burst.
    func append(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { arrivals.signal() }
    }

    /// Waits for messages, at most for so long where a limit is given, and takes all there are.
    func drain(withinMilliseconds limit: Int? = nil) -> [Message] {
        _ = arrivals.wait(timeout: limit.map { .now() + .milliseconds($0) } ?? .distantFuture)
        return messages.withLock { messages in
            defer { messages.removeAll() }
            return messages
        }
    }
}
