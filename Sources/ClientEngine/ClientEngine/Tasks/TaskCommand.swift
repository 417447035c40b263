/// A command to a live task of a client, by someone who knows its number from an event.
///
/// Further cases may follow.
public enum TaskCommand: String, Sendable, Hashable, CaseIterable {
    /// Ends the task; see ``RequestTask/cancel(notifying:)``.
    case cancel
    /// Ends the wait before the next attempt.
    case retryNow
    /// Makes no further attempt: the outcome of the current one is that of the task.
    case giveUp
}
