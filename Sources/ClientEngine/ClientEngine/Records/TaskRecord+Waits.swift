extension TaskRecord {
    /// Returns the total time that the task has waited for its next attempts, including a wait that no attempt
    /// followed.
    public func waited(now: Instant) -> Duration {
        attempts.indices.reduce(.zero) { $0 + (wait(afterAttemptAt: $1, now: now) ?? .zero) }
    }

    /// Returns the wait after an attempt, or `nil` if no further attempt was planned.
    ///
    /// A wait that a caller has ended early lasts until then, and a wait that is still running until `now`.
    public func wait(after attempt: AttemptRecord, now: Instant) -> Duration? {
        attempts.lastIndex { $0.number == attempt.number }.flatMap { wait(afterAttemptAt: $0, now: now) }
    }

    private func wait(afterAttemptAt index: Int, now: Instant) -> Duration? {
        guard let plan = attempts[index].retry else { return nil }
        if index + 1 < attempts.count { return attempts[index + 1].waited ?? plan.delay }
        let planned = plan.until + (.zero - plan.delay)
        let begin = max(planned, attempts[index].ended ?? planned)
        // If a task uses its last response, it parses it after the wait.
        let parsed = attempts[index].exchanges.last?.phases.last { $0.phase == .process && $0.at >= begin }
        return max(.zero, (parsed?.at ?? ended ?? now) - begin)
    }
}
