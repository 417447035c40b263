extension ExchangeStart.Reason {
    /// Indicates whether the same request begins once more because nobody answered it.
    package var isRepetition: Bool {
        switch self {
        case .connectionLost, .closed, .unsolicited, .refused, .downgrade, .expectation: true
        case .redirect, .authentication, .cache, .restart: false
        }
    }

    /// The title of a repetition: another sending where nobody answered, the first where nothing was sent.
    package var repetitionTitle: String {
        self == .closed || self == .unsolicited ? "sent on a new connection" : "sent again"
    }

    /// The reason in words for a person.
    package var sentence: String {
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
    /// The number of times that a request went out once more within an attempt because nobody answered it.
    ///
    /// These are exchanges of their own, with their reason, and no attempts: no policy of retries is asked.
    package var repetitions: Int {
        attempts.reduce(0) { $0 + $1.repetitions.count }
    }
}

extension AttemptRecord {
    /// The exchanges that sent a request once more because nobody answered it.
    package var repetitions: [ExchangeRecord] {
        exchanges.filter { $0.start.reason?.isRepetition == true }
    }
}
