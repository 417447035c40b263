/// Counts the attempts of a task and plans the next one: a pure value.
struct TaskRetries {
    /// Indicates whether a caller prevents further attempts.
    var givesUp = false
    /// Indicates whether a judge must be asked, which may take time.
    private let mustAsk: Bool
    private let options: ResolvedOptions
    private let isIdempotent: Bool
    private let deadline: Instant?
    let chance: RetryInputs
    private var forgotten = 0

    init(_ settings: TaskSettings, deadline: Instant?, _ chance: RetryInputs) {
        mustAsk = settings.asksAboutRetry
        options = settings.options
        isIdempotent = settings.isIdempotent
        self.deadline = deadline
        self.chance = chance
    }

    /// Returns whether the decision about an outcome may take time.
    func mustAsk(about outcome: AttemptOutcome) -> Bool {
        mustAsk && (options.retry.judgesAll || !outcome.isSuccess)
    }

    /// Counts attempts from this one on, because new credentials are a new start.
    mutating func restart(with attempt: Int) {
        forgotten = attempt - 1
    }

    /// Returns the data for a decision about another attempt.
    func ended(_ outcome: AttemptOutcome, of attempt: Int, retryAfter: [String]) -> EndedAttempt {
        EndedAttempt(
            number: attempt - forgotten, outcome: outcome, retryAfter: retryAfter, isIdempotent: isIdempotent)
    }

    /// Returns the decision of the policy, which needs no judge.
    func decision(after ended: EndedAttempt) -> RetryDecision? {
        guard options.retry.mayFollow(ended) else { return nil }
        return options.retry.decision(after: ended, now: chance.date(), random: chance.random())
    }

    /// Returns the plan for an attempt, or `nil` if the deadline comes first.
    func plan(_ decision: RetryDecision, _ now: Instant) -> RetryPlan? {
        let until = now + decision.delay
        if let deadline, deadline <= until { return nil }
        return RetryPlan(
            reason: decision.reason, delay: decision.delay, until: until, explanation: decision.explanation)
    }
}
