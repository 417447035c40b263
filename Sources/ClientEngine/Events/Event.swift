import Foundation

/// Numbers a task within its client, from 1.
public typealias TaskID = Int

/// One thing that happened to a task: the only outward story of the engine.
///
/// ``TaskRecord/apply(_:)`` folds events into a record; nobody else interprets them.
public struct Event: Sendable, Equatable {
    /// The task it happened to.
    public var task: TaskID
    /// The attempt, from 1; 0 before the first.
    public var attempt: Int
    /// The exchange within the attempt, from 1; 0 before the first.
    public var exchange: Int
    /// When it happened, on the client's monotonic clock.
    public var at: Instant
    /// What happened.
    public var what: What

    /// Creates an event.
    public init(task: TaskID, attempt: Int = 0, exchange: Int = 0, at: Instant, _ what: What) {
        self.task = task
        self.attempt = attempt
        self.exchange = exchange
        self.at = at
        self.what = what
    }

    /// What can happen to a task, in the order it usually does.
    ///
    /// Large contents are indirect: an event is copied often and read seldom.
    public enum What: Sendable, Equatable {
        /// Somebody asked for it.
        indirect case created(Origin)
        /// A try began.
        indirect case attemptStarted(reason: RetryReason?, waited: Duration?)
        /// A request is about to go on the wire, or to a mock.
        indirect case exchangeStarted(ExchangeStart)
        /// The exchange entered a phase.
        case phase(Phase)
        /// The exchange has a connection.
        indirect case connected(Connection)
        /// The request's head went out, as these bytes.
        case requestHead([UInt8])
        /// Bytes of the request's body went out: so many in total, of so many where that is known.
        case sent(total: Int, expected: Int?)
        /// An interim (1xx) response arrived.
        indirect case interim(ResponseHead)
        /// The final head arrived.
        indirect case head(ResponseHead)
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
        /// The try is over; with a plan, another will follow.
        ///
        /// It comes a second time, with a plan, where another try follows because the response could not be parsed.
        indirect case attemptEnded(AttemptOutcome, retry: RetryPlan?)
        /// The response is complete and is being parsed.
        case processing
        /// The task is over; nothing follows but findings.
        indirect case ended(TaskOutcome)
        /// Somebody looked at the response; the engine itself does not.
        indirect case found(Finding)
        /// So many events were dropped, of any tasks, because their reader read nothing for too long; see ``Events``.
        ///
        /// It is of no task: ``Event/task`` is 0.
        case missed(Int)
    }
}

/// What a task was asked to do, when and by whom.
public struct Origin: Sendable, Hashable {
    /// The request as it was given.
    public var request: Request
    /// The URL it resolved to; nil when it cannot be sent.
    public var url: RequestURL?
    /// How many attempts the retry policy allows; nil when it sets no bound.
    public var attemptsAllowed: Int?
    /// The wall clock's time.
    public var date: Date
    /// How the request came about.
    public var provenance: Provenance
    /// Whether the client checks the certificates of servers.
    public var verifiesCertificates = true

    /// Creates an origin.
    public init(
        request: Request, url: RequestURL? = nil, attemptsAllowed: Int? = 1, date: Date,
        provenance: Provenance = .composed
    ) {
        self.request = request
        self.url = url
        self.attemptsAllowed = attemptsAllowed
        self.date = date
        self.provenance = provenance
    }
}

/// How a request came about.
public struct Provenance: Sendable, Hashable {
    /// The ways a request can come about; the words of `--json`.
    public enum Source: String, Sendable, Hashable {
        /// From a saved request of a file.
        case saved
        /// Written by hand, or by a program.
        case compose
        /// From a task, sent again.
        case resend
        /// From a curl line.
        case curl
        /// From another tool's file.
        case `import`
        /// From a program that sends through a proxy of ours.
        case proxy
        /// From a program that asks a mock server of ours.
        case mock
    }

    /// Whether another program has sent the request, through a server of ours.
    public var isOfAnotherProgram: Bool { source == .proxy || source == .mock }

    /// The way.
    public var source: Source
    /// The saved request's file.
    public var file: String?
    /// The line in that file, from 1.
    public var line: Int?
    /// The task this one sends again.
    public var resendOf: TaskID?

    /// Creates a provenance.
    public init(_ source: Source, file: String? = nil, line: Int? = nil, resendOf: TaskID? = nil) {
        self.source = source
        self.file = file
        self.line = line
        self.resendOf = resendOf
    }

    /// Written by hand, or by a program.
    public static let composed = Provenance(.compose)
}

/// What an exchange is about to send.
public struct ExchangeStart: Sendable, Hashable {
    /// Why an exchange follows another one in the same attempt; the words of `--json`.
    public enum Reason: String, Sendable, Hashable {
        /// The server sent the client elsewhere.
        case redirect
        /// The server wants to know who is asking, or did not believe it.
        case authentication
        /// What the cache keeps takes the place of the answer: the server confirmed it, or failed.
        case cache
        /// What an earlier download has left is of no use, and all is asked for again.
        case restart
        /// The kept connection closed before any answer; what may be sent twice goes out again, over a new one
        /// (RFC 9110, section 9.2.2).
        case connectionLost
        /// The server refused the request before looking at it, which HTTP/2 can tell (RFC 9113, sections 6.8 and 8.7).
        case refused
        /// The server wants the request over HTTP/1.1.
        case downgrade
        /// The server answered 417 before the body was sent (RFC 9110, section 10.1.1).
        case expectation
    }

    /// The method; a redirect may have changed it.
    public var method: Method
    /// The absolute URL.
    public var url: RequestURL
    /// The body; a redirect may have dropped it.
    public var body: Body
    /// The mock that answers instead of the network.
    public var mock: MockReference?
    /// Why it follows another exchange; nil for the first of an attempt.
    public var reason: Reason?

    /// Creates a start.
    public init(method: Method, url: RequestURL, body: Body = .none, mock: MockReference? = nil) {
        self.method = method
        self.url = url
        self.body = body
        self.mock = mock
    }
}

/// Names the mock that answered.
public struct MockReference: Sendable, Hashable {
    /// The mock's identifier.
    public var id: String
    /// The mock's name for people.
    public var name: String

    /// Creates a reference.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// How an exchange ended.
public struct ExchangeEnd: Sendable, Hashable {
    /// Why it failed; nil when the response is complete.
    public var error: ClientError?
    /// The fields behind a chunked body.
    public var trailers: Headers
    /// The decoded body, where it differs from the bytes on the wire.
    public var decodedBody: [UInt8]?

    /// Creates an end.
    public init(error: ClientError? = nil, trailers: Headers = [:], decodedBody: [UInt8]? = nil) {
        self.error = error
        self.trailers = trailers
        self.decodedBody = decodedBody
    }
}

/// How a try ended.
public enum AttemptOutcome: Sendable, Hashable {
    /// With a complete response of this status.
    case response(status: Int)
    /// With an error.
    case error(ClientError)
    /// Cancelled.
    case cancelled
}

/// How a task ended.
public enum TaskOutcome: Sendable, Hashable {
    /// With a complete response, whatever its status.
    case succeeded
    /// Without one.
    case failed(ClientError)
    /// Cancelled, which is not an error.
    case cancelled
}
