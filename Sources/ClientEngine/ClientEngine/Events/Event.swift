/// One thing that happened to a task: the only outward story of the engine.
///
/// ``TaskRecord/apply(_:)`` folds events into a record; nobody else interprets them.
public struct Event: Sendable, Equatable {
    /// The task it happened to.
    public var task: Int
    /// The attempt, from 1; 0 before the first.
    public var attempt: Int
    /// The exchange within the attempt, from 1; 0 before the first.
    public var exchange: Int
    /// The instant of the event, on the client's monotonic clock.
    public var at: Instant
    /// The kind of event, with its contents.
    public var kind: Kind

    package init(task: TaskID, attempt: Int = 0, exchange: Int = 0, at: Instant, _ kind: Kind) {
        self.task = task
        self.attempt = attempt
        self.exchange = exchange
        self.at = at
        self.kind = kind
    }

    /// Indicates whether the task was created with it.
    package var isBeginning: Bool { if case .created = kind { true } else { false } }

    /// Indicates whether the task is over with it.
    package var isEnd: Bool { if case .ended = kind { true } else { false } }

    /// The kinds of events, in the order in which they usually happen.
    ///
    /// Large contents are indirect: an event is copied often and read seldom.
    public enum Kind: Sendable, Equatable {
        /// The task was created.
        case created(TaskOrigin)
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
        /// Bytes of the request's body went out: so many in total, of so many where that is known.
        case sent(total: Int, expected: Int?)
        /// An interim (1xx) response arrived.
        case interim(ResponseHead)
        /// The final head arrived.
        case head(ResponseHead)
        /// Somebody has edited the request of another program before it went out.
        case requestEdited
        /// Somebody has edited the answer, and another program has got this one instead.
        indirect case answerEdited(ResponseHead, body: [UInt8])
        /// The program that waits for the answer has disconnected, after this many bytes of the body were sent to it.
        case programLeft(after: Int)
        /// Something was said behind a change of the protocol, made out as text; it is the body that the record keeps.
        case transcript([UInt8])
        /// Bytes of the body arrived, as they were on the wire.
        case received([UInt8])
        /// The cache had something to do with the exchange.
        case cache(CacheUse)
        /// So many bytes of the body arrived and went to a file or to a reader; nobody else keeps them.
        case delivered(Int)
        /// Something was not as it should be, and the exchange goes on all the same.
        case anomaly(Anomaly)
        /// The exchange is over.
        indirect case exchangeEnded(ExchangeEnd)
        /// The attempt is over; with a plan, another will follow.
        ///
        /// It comes a second time, with a plan, where another attempt follows because the response could not be parsed.
        indirect case attemptEnded(AttemptOutcome, retry: RetryPlan?)
        /// The response is complete and is being parsed.
        case processing
        /// The task is over; nothing follows but findings.
        case ended(TaskOutcome)
        /// Somebody looked at the response; the engine itself does not.
        indirect case checked(TestResult)
        /// So many events were dropped, of any tasks, because their reader was too far behind; see ``Events``.
        ///
        /// It is of no task: ``Event/task`` is 0.
        case missed(Int)

        /// An attempt began that nobody waited for; made once, for most tasks begin so.
        static let firstAttempt = Kind.attemptStarted(reason: nil, waited: nil)
        /// An attempt ended with the usual answer, and no other follows; made once, for most attempts end so.
        static let attemptAnswered = Kind.attemptEnded(.response(status: 200), retry: nil)
        /// The exchange is complete, and there is nothing else to say; made once, for most exchanges end so.
        static let exchangeComplete = Kind.exchangeEnded(ExchangeEnd())
    }
}
