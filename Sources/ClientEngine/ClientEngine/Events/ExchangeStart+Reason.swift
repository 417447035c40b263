extension ExchangeStart.Reason {
    /// Indicates whether the exchange repeats a request that the server did not answer.
    public var isRepetition: Bool {
        switch self {
        case .connectionLost, .closed, .unsolicited, .refused, .downgrade, .expectation: true
        case .redirect, .authentication, .cache, .restart: false
        }
    }
}

extension ExchangeStart.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .redirect: "the server sent it elsewhere"
        case .authentication: "the server asked for a proof of who is asking"
        case .cache: "what the cache keeps is the answer"
        case .restart: "what an earlier download has left is of no use"
        case .connectionLost: "the kept connection closed before any answer"
        case .closed: "the server had closed the kept one"
        case .unsolicited: "something came on the kept one that nobody had asked for"
        case .refused: "the server refused it before looking at it"
        case .downgrade: "the server wants it over HTTP/1.1"
        case .expectation: "the server does not take bodies that wait for its consent"
        }
    }
}

extension TaskRecord {
    /// The number of requests that were sent again within an attempt because the server did not respond.
    ///
    /// Repetitions are exchanges with a ``ExchangeStart/reason``. They are not attempts, and the retry policy does not
    /// apply to them.
    public var repetitions: Int {
        attempts.reduce(0) { $0 + $1.repetitions.count }
    }
}

extension AttemptRecord {
    /// The exchanges that sent a request again because the server did not respond.
    public var repetitions: [ExchangeRecord] {
        exchanges.filter { $0.start.reason?.isRepetition == true }
    }
}
