/// The record of one attempt of a task.
public struct AttemptRecord: Sendable, Equatable {
    /// The number of the attempt, starting with 1.
    public var number: Int
    /// The time when the attempt started.
    public var started: Instant
    /// The reason for the retry, or `nil` for the first attempt.
    public var reason: RetryReason?
    /// The actual wait before the attempt, or `nil` for the first attempt.
    public var waited: Duration?
    /// The exchanges of the attempt.
    ///
    /// There is more than one after redirects.
    public var exchanges: [ExchangeRecord] = []
    /// The time when the attempt ended, or `nil` while it is running.
    public var ended: Instant?
    /// The outcome of the attempt, or `nil` while it is running.
    public var outcome: AttemptOutcome?
    /// The plan for the next attempt, or `nil` if there is none.
    public var retry: RetryPlan?

    /// Creates the record of an attempt that has just started.
    public init(number: Int, started: Instant, reason: RetryReason? = nil, waited: Duration? = nil) {
        self.number = number
        self.started = started
        self.reason = reason
        self.waited = waited
    }

    /// The status of the last exchange, or `nil` before a response.
    public var status: StatusCode? { exchanges.last?.head?.status }

    /// Indicates whether another attempt follows because the polling policy waits for a different response.
    public var isPolled: Bool {
        if case .unmet? = retry?.reason { true } else { false }
    }

    /// The error that ended the attempt, or `nil` while it is running and if its response is complete.
    public var error: ClientError? {
        if case .error(let error) = outcome { error } else { nil }
    }

    /// Returns the time from the start of the attempt to its end, or to `now` while it is running.
    public func elapsed(now: Instant) -> Duration { (ended ?? now) - started }
}
