/// Counts a task's attempts and plans the next one: a pure value.
struct TaskRetries {
    /// Indicates whether somebody wants no further attempt.
    var givesUp = false
    /// Indicates whether somebody must be asked who may take his time.
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

    /// Returns whether what decides about an outcome may take its time.
    func mustAsk(about outcome: AttemptOutcome) -> Bool {
        mustAsk && (options.retry.judgesAll || !outcome.isSuccess)
    }

    /// Counts from the attempt under way: a new proof of who is asking makes a new start.
    mutating func restart(with attempt: Int) {
        forgotten = attempt - 1
    }

    /// Returns the context that a decision about another attempt is made in.
    func ended(_ outcome: AttemptOutcome, of attempt: Int, retryAfter: [String]) -> EndedAttempt {
        EndedAttempt(
            number: attempt - forgotten, outcome: outcome, retryAfter: retryAfter, isIdempotent: isIdempotent)
    }

    /// The policy's word, where it needs nobody else's.
    func decision(after ended: EndedAttempt) -> RetryDecision? {
        guard options.retry.mayFollow(ended) else { return nil }
        return options.retry.decision(after: ended, now: chance.date(), random: chance.random())
    }

    /// Returns the plan of a decided attempt; nil where the deadline would come first.
    func plan(_ decision: RetryDecision, _ now: Instant) -> RetryPlan? {
        let until = now + decision.delay
        if let deadline, deadline <= until { return nil }
        return RetryPlan(
            reason: decision.reason, delay: decision.delay, until: until, explanation: decision.explanation)
    }
}
