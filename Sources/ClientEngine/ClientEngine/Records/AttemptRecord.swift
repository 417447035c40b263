/// One attempt of a task.
public struct AttemptRecord: Sendable, Equatable {
    /// The number, from 1.
    public var number: Int
    /// The instant of its beginning.
    public var started: Instant
    /// The reason for the retry; nil for the first attempt.
    public var reason: RetryReason?
    /// The time that the task really waited before it.
    public var waited: Duration?
    /// Its request/response pairs: more than one after redirects.
    public var exchanges: [ExchangeRecord] = []
    /// The instant of its end.
    public var ended: Instant?
    /// Its outcome; nil while it is live.
    public var outcome: AttemptOutcome?
    /// The plan of the retry that comes after it, if one does.
    public var retry: RetryPlan?

    package init(number: Int, started: Instant, reason: RetryReason? = nil, waited: Duration? = nil) {
        self.number = number
        self.started = started
        self.reason = reason
        self.waited = waited
    }

    /// The status of its last exchange.
    public var status: Int? { exchanges.last?.head?.status }

    /// Indicates whether another attempt follows because its answer is not the one that is waited for.
    package var isPolled: Bool {
        if case .unmet? = retry?.reason { true } else { false }
    }

    /// The error that ended it.
    package var error: ClientError? {
        if case .error(let error) = outcome { error } else { nil }
    }

    /// Returns the time from its beginning to its end, or to `now`.
    package func elapsed(now: Instant) -> Duration { (ended ?? now) - started }
}
