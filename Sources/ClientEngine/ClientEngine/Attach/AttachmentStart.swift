/// The beginning of an attachment: the tasks of a loop wait until the mocks of the inspector are there, and not for long.
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
    /// The loop whose tasks wait; nil where none do any more.
    private let held: Locked<LoopThread?>

    /// Has the tasks of a loop that are resumed from now on wait, at most so long.
    init(at socket: AttachSocket, holding loop: LoopThread, for patience: Duration) {
        self.socket = socket
        end = SystemTime().now() + patience
        let isLate = Self.late.withLock { $0.contains(socket.path) }
        held = Locked(isLate ? nil : loop)
        if !isLate { loop.enqueue { $0.gate.close() } }
    }

    /// The instant at which the wait ends; nil where nobody waits.
    var deadline: Instant? { held.withLock { $0 == nil ? nil : end } }

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
    func open() {
        held.withLock { $0.take() }?.enqueue { loop in
            for start in loop.gate.open() { start.begin(on: loop) }
        }
    }
}
