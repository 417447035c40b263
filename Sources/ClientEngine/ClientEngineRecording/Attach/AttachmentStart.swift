import ClientEngine
internal import EngineSupport

/// The beginning of an attachment: the tasks of a client wait until the mocks of the inspector are there, and not for long.
///
/// ```
///  closed ── all said, nothing promised, left, or late ──▶ open
/// ```
/// For an inspector that was late no client of the process waits again before it has been in time.
final class AttachmentStart: Sendable {
    /// The time that tasks usually wait at most.
    static let patience = Duration.milliseconds(200)
    /// The sockets whose inspectors were late the last time.
    private static let late = Locked<Set<String>>([])

    private let socket: AttachSocket
    private let end: Instant
    /// Keeps the tasks waiting; nil where none do any more.
    private let hold: Locked<TaskHold?>

    /// Has the tasks of a client that are resumed from now on wait, at most so long.
    init(at socket: AttachSocket, holding client: Client, for patience: Duration) {
        self.socket = socket
        end = SystemTime().now() + patience
        let isLate = Self.late.withLock { $0.contains(socket.path) }
        hold = Locked(isLate ? nil : client.holdTasks())
    }

    /// The instant at which the wait ends; nil where nobody waits.
    var deadline: Instant? { hold.withLock { $0 == nil ? nil : end } }

    /// Lets the tasks begin, because the inspector has said all that it begins with.
    func finish() {
        if SystemTime().now() < end { Self.late.withLock { _ = $0.remove(socket.path) } }
        open()
    }

    /// Lets the tasks begin where the time is up.
    func check(now: Instant) {
        guard let deadline, deadline <= now else { return }
        Self.late.withLock { _ = $0.insert(socket.path) }
        open()
    }

    /// Lets the tasks begin.
    func open() { hold.withLock { $0.take() }?.release() }
}
