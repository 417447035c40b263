/// Counts a task's attempts and plans the next one: a pure value.
struct TaskRetries {
    /// Whether somebody wants no further attempt.
    var givesUp = false
    private let policy: RetryPolicy
    private let isIdempotent: Bool
    private let deadline: Instant?
    private var forgotten = 0

    init(_ settings: TaskSettings, deadline: Instant?) {
        policy = settings.retry
        isIdempotent = settings.isIdempotent
        self.deadline = deadline
    }

    /// Counts from the attempt under way: a new proof of who is asking makes a new start.
    mutating func restart(with attempt: Int) {
        forgotten = attempt - 1
    }

    /// The plan for what follows an attempt; nil is the end of the task.
    func plan(
        after outcome: AttemptOutcome, of attempt: Int, retryAfter: [String], _ now: Instant,
        _ chance: RetryChance
    ) -> RetryPlan? {
        let ended = EndedAttempt(
            number: attempt - forgotten, outcome: outcome, retryAfter: retryAfter, isIdempotent: isIdempotent)
        guard !givesUp,
            let decision = policy.decision(after: ended, now: chance.date(), random: chance.random())
        else { return nil }
        let until = now + decision.delay
        if let deadline, deadline <= until { return nil }
        return RetryPlan(
            reason: decision.reason, delay: decision.delay, until: until, explanation: decision.explanation)
    }
}
