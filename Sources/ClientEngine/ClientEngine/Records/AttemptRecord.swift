/// One attempt of a task.
public struct AttemptRecord: Sendable, Equatable {
    /// The number, from 1.
    public var number: Int
    /// The instant of its beginning.
    public var started: Instant
    /// The reason for the retry; nil for the first attempt.
    public var reason: RetryReason?
    /// The time that the task really waited before it; nil for the first attempt.
    public var waited: Duration?
    /// Its request/response pairs: more than one after redirects.
    public var exchanges: [ExchangeRecord] = []
    /// The instant of its end; nil while it is live.
    public var ended: Instant?
    /// Its outcome; nil while it is live.
    public var outcome: AttemptOutcome?
    /// The plan of the retry that comes after it, if one does.
    public var retry: RetryPlan?

    /// Creates a record of an attempt that has just begun.
    public init(number: Int, started: Instant, reason: RetryReason? = nil, waited: Duration? = nil) {
        self.number = number
        self.started = started
        self.reason = reason
        self.waited = waited
    }

    /// The status of its last exchange; nil before a response has arrived.
    public var status: StatusCode? { exchanges.last?.head?.status }

    /// Indicates whether another attempt follows because a polling policy waits for a different response.
    public var isPolled: Bool {
        if case .unmet? = retry?.reason { true } else { false }
    }

    /// The error that ended it; nil while it is live, and with a complete response.
    public var error: ClientError? {
        if case .error(let error) = outcome { error } else { nil }
    }

    /// Returns the time from its beginning to its end, or to `now`.
    public func elapsed(now: Instant) -> Duration { (ended ?? now) - started }
}
