/// One thing that happened to a task.
///
/// A ``TaskRecord`` is the sum of the events of a task; see ``TaskRecord/apply(_:)``.
public struct Event: Sendable, Equatable {
    /// The number of the task; 0 for an event of no task.
    public var task: Int
    /// The attempt, from 1; 0 before the first.
    public var attempt: Int
    /// The exchange within the attempt, from 1; 0 before the first.
    public var exchange: Int
    /// The instant of the event, on the client's monotonic clock.
    public var at: Instant
    /// The kind of event, with its contents.
    public var kind: Kind

    /// Creates an event, such as a test feeds to an observer.
    public init(task: TaskID, attempt: Int = 0, exchange: Int = 0, at: Instant, _ kind: Kind) {
        self.task = task
        self.attempt = attempt
        self.exchange = exchange
        self.at = at
        self.kind = kind
    }

    /// Indicates whether it is ``Kind/taskCreated(_:)``, the first event of a task.
    public var isBeginning: Bool { if case .taskCreated = kind { true } else { false } }

    /// Indicates whether it is ``Kind/taskEnded(_:)``.
    public var isEnd: Bool { if case .taskEnded = kind { true } else { false } }

    /// The kinds of events, in the order in which they usually happen.
    ///
    /// New cases may be added in any release: switch with a default.
    public enum Kind: Sendable, Equatable {
        /// The task was created.
        case taskCreated(TaskOrigin)
        /// An attempt began.
        indirect case attemptStarted(reason: RetryReason?, waited: Duration?)
        /// A request is about to go on the wire, or to a mock.
        indirect case exchangeStarted(ExchangeStart)
        /// The exchange entered a phase.
        case phase(Phase)
        /// The exchange has a connection.
        indirect case connected(ConnectionRecord)
        /// The request's head went out, as these bytes.
        case requestHead([UInt8])
        /// Bytes of the request's body were sent: `total` until now, of `expected`, which is nil if the length is not known.
        case sent(total: Int, expected: Int?)
        /// An interim (1xx) response arrived.
        case interim(ResponseHead)
        /// The final head arrived.
        case head(ResponseHead)
        /// The program that waits for the answer has disconnected, after this many bytes of the body were sent to it.
        case programLeft(after: Int)
        /// Messages arrived after a change of the protocol, as text; the record keeps the text as the body.
        case transcript([UInt8])
        /// Bytes of the body arrived, as they were on the wire.
        case received([UInt8])
        /// The cache had something to do with the exchange.
        case cache(CacheUse)
        /// This many bytes of the body arrived and went to a file or to a reader; the record does not keep them.
        case delivered(Int)
        /// The exchange violates a rule of HTTP or TLS, but can continue.
        case anomaly(Anomaly)
        /// The exchange is over.
        indirect case exchangeEnded(ExchangeEnd)
        /// The attempt is over; with a plan, another will follow.
        ///
        /// It is reported a second time, with a plan, if another attempt follows because the response could not be parsed.
        indirect case attemptEnded(AttemptOutcome, retry: RetryPlan?)
        /// The response is complete and is being parsed.
        case processing
        /// The task is over. Only ``annotated(_:)`` can follow.
        case taskEnded(TaskOutcome)
        /// A note about the task from outside of the engine; it may also follow the end.
        indirect case annotated(Annotation)
        /// This many events of any tasks were dropped, because the reader was too slow; see ``Events``.
        ///
        /// It belongs to no task: ``Event/task`` is 0.
        case missed(Int)

        /// An attempt began that nobody waited for; made once, for most tasks begin so.
        static let firstAttempt = Kind.attemptStarted(reason: nil, waited: nil)
        /// An attempt ended with the usual answer, and no other follows; made once, for most attempts end so.
        static let attemptAnswered = Kind.attemptEnded(.response(status: 200), retry: nil)
        /// The exchange is complete, and there is nothing else to say; made once, for most exchanges end so.
        static let exchangeComplete = Kind.exchangeEnded(ExchangeEnd())
    }
}
