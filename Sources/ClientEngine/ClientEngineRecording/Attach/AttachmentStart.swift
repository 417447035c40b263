import ClientEngine
internal import EngineSupport

/// The start of an attachment, during which the tasks of a client wait for the mocks of the inspector, for a limited
/// time.
///
/// ```
///  closed ── initial messages complete, none announced, disconnected, or late ──▶ open
/// ```
///
/// After an inspector was late, no client of the process waits for it again until it has been in time once.
final class AttachmentStart: Sendable {
    /// The default limit of the time that tasks wait.
    static let patience = Duration.milliseconds(200)
    /// The sockets whose inspectors were late the last time.
    private static let late = Locked<Set<String>>([])

    private let socket: AttachSocket
    private let end: Instant
    /// The hold that makes tasks wait, or `nil` when no task waits any more.
    private let hold: Locked<TaskHold?>

    /// Makes tasks of a client that are resumed from now on wait, for at most `patience`.
    init(at socket: AttachSocket, holding client: Client, for patience: Duration) {
        self.socket = socket
        end = SystemTime().now() + patience
        let isLate = Self.late.withLock { $0.contains(socket.path) }
        hold = Locked(isLate ? nil : client.holdTasks())
    }

    /// The time when the wait ends, or `nil` if no task waits.
    var deadline: Instant? { hold.withLock { $0 == nil ? nil : end } }

    /// Releases the tasks, because the initial messages are complete.
    func finish() {
        if SystemTime().now() < end { Self.late.withLock { _ = $0.remove(socket.path) } }
        open()
    }

    /// Releases the tasks if the time is over.
    func check(now: Instant) {
        guard let deadline, deadline <= now else { return }
        Self.late.withLock { _ = $0.insert(socket.path) }
        open()
    }

    /// Releases the tasks.
    func open() { hold.withLock { $0.take() }?.release() }
}
