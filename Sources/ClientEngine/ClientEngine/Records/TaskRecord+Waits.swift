extension TaskRecord {
    /// Returns the time that the task has spent waiting for its next attempts, including a wait that ended without one.
    public func waited(now: Instant) -> Duration {
        attempts.indices.reduce(.zero) { $0 + (wait(afterAttemptAt: $1, now: now) ?? .zero) }
    }

    /// Returns the wait after an attempt; `nil` if no other attempt was planned.
    ///
    /// A wait that a caller ended early counts until then, and a wait under way until `now`.
    public func wait(after attempt: AttemptRecord, now: Instant) -> Duration? {
        attempts.lastIndex { $0.number == attempt.number }.flatMap { wait(afterAttemptAt: $0, now: now) }
    }

    private func wait(afterAttemptAt index: Int, now: Instant) -> Duration? {
        guard let plan = attempts[index].retry else { return nil }
        if index + 1 < attempts.count { return attempts[index + 1].waited ?? plan.delay }
        let planned = plan.until + (.zero - plan.delay)
        let begin = max(planned, attempts[index].ended ?? planned)
        // A task that keeps its last answer parses it after the wait.
        let parsed = attempts[index].exchanges.last?.phases.last { $0.phase == .process && $0.at >= begin }
        return max(.zero, (parsed?.at ?? ended ?? now) - begin)
    }
}
