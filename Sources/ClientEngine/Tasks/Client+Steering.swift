// Steering tasks by their numbers, for those who see tasks that others have started.
extension Client {
    /// Ends a task; see ``RequestTask/cancel(notifying:)``.
    package func cancelTask(_ id: TaskID) { observers.unfinished[id]?.cancel() }

    /// Ends the wait of a task before its next attempt.
    package func retryTaskNow(_ id: TaskID) { observers.unfinished[id]?.send(.retryNow) }

    /// Has a task make no further attempt.
    package func giveUpTask(_ id: TaskID) { observers.unfinished[id]?.send(.giveUp) }
}
