/// An event in the life of a task.
///
/// A ``TaskRecord`` is the sum of the events of a task; see ``TaskRecord/apply(_:)``.
public struct Event: Sendable, Equatable {
    /// The identifier of the task, or 0 for an event of no task.
    public var task: Int
    /// The attempt, from 1, or 0 before the first one.
    public var attempt: Int
    /// The exchange within the attempt, from 1, or 0 before the first one.
    public var exchange: Int
    /// The instant of the event, on the client's monotonic clock.
    public var at: Instant
    /// The kind of the event, with its content.
    public var kind: Kind

    /// Creates an event, for example to test an observer.
    public init(task: TaskID, attempt: Int = 0, exchange: Int = 0, at: Instant, _ kind: Kind) {
        self.task = task
        self.attempt = attempt
        self.exchange = exchange
        self.at = at
        self.kind = kind
    }

    /// Indicates whether the event is ``Kind/taskCreated(_:)``, the first one of a task.
    public var isBeginning: Bool { if case .taskCreated = kind { true } else { false } }

    /// Indicates whether the event is ``Kind/taskEnded(_:)``.
    public var isEnd: Bool { if case .taskEnded = kind { true } else { false } }

    /// The kind of an event, in the order in which events usually occur.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Kind: Sendable, Equatable {
        /// The task was created.
        case taskCreated(TaskOrigin)
        /// An attempt started.
        indirect case attemptStarted(reason: RetryReason?, waited: Duration?)
        /// A request is about to be sent, to a server or to a mock.
        indirect case exchangeStarted(ExchangeStart)
        /// The exchange entered a phase.
        case phase(Phase)
        /// The exchange has a connection.
        indirect case connected(ConnectionRecord)
        /// The head of the request was sent, with these bytes.
        case requestHead([UInt8])
        /// Bytes of the request body were sent: `total` so far, of `expected`, which is `nil` if the length is unknown.
        case sent(total: Int, expected: Int?)
        /// An interim (1xx) response arrived.
        case interim(ResponseHead)
        /// The final head arrived.
        case head(ResponseHead)
        /// The program that receives the response has disconnected, after this many bytes of the body were sent to it.
        case programLeft(after: Int)
        /// Messages arrived after a switch of the protocol, as text.
        ///
        /// The record keeps the text as the body.
        case transcript([UInt8])
        /// Bytes of the body arrived, before content decoding.
        case received([UInt8])
        /// The exchange used the cache.
        case cache(CacheUse)
        /// This many bytes of the body arrived and went to a file or to a reader; the record does not keep them.
        case delivered(Int)
        /// The exchange violates a rule of HTTP or TLS, but can continue.
        case anomaly(Anomaly)
        /// The exchange has ended.
        indirect case exchangeEnded(ExchangeEnd)
        /// The attempt has ended.
        ///
        /// With a plan, another one will follow. It is reported a second time, with a plan, if another attempt follows
        /// because the response could not be parsed.
        indirect case attemptEnded(AttemptOutcome, retry: RetryPlan?)
        /// The response is complete and is being parsed.
        case processing
        /// The task has ended.
        ///
        /// Only ``annotated(_:)`` can follow.
        case taskEnded(TaskOutcome)
        /// A note about the task from outside the engine.
        ///
        /// It may also follow the end.
        indirect case annotated(Annotation)
        /// This many events of any tasks were dropped, because the reader was too slow; see ``Events``.
        ///
        /// The event belongs to no task: ``Event/task`` is 0.
        case missed(Int)

        /// The start of a first attempt without a wait, which is the usual case.
        ///
        /// It is created once.
        static let firstAttempt = Kind.attemptStarted(reason: nil, waited: nil)
        /// The end of an attempt with status 200 and without a retry, which is the usual case.
        ///
        /// It is created once.
        static let attemptAnswered = Kind.attemptEnded(.response(status: 200), retry: nil)
        /// The end of a complete exchange without other data, which is the usual case.
        ///
        /// It is created once.
        static let exchangeComplete = Kind.exchangeEnded(ExchangeEnd())
    }
}
