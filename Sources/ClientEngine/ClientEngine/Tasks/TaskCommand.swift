/// A command to a live task, from code that knows its identifier.
///
/// New cases may be added in any release, so use a default case.
public enum TaskCommand: String, Sendable, Hashable, CaseIterable {
    /// Cancels the task; see ``RequestTask/cancel(notifying:)``.
    case cancel
    /// Ends the wait before the next attempt.
    case retryNow
    /// Prevents further attempts.
    ///
    /// The outcome of the current attempt becomes that of the task.
    case giveUp
}
