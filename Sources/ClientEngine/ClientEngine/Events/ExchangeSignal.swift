/// A signal of a transport, or of a mock, about the current exchange.
enum ExchangeSignal: Sendable, Equatable {
    /// An event that is passed on unchanged and does not affect the exchange: a phase, the connection, a head, bytes,
    /// an anomaly.
    case told(Event.Kind)
    /// The round has ended, and libcurl sends the request again on the connection, for a reason that was already
    /// handled.
    case round(ExchangeStart.Reason)
    /// There is no response, and the request may be sent again for this reason.
    ///
    /// The end follows.
    case setback(ExchangeStart.Reason)
    /// The end that follows is not final.
    indirect case instead(Substitute)
    /// The exchange has ended: complete, or with an error.
    ///
    /// Nothing follows.
    indirect case ended(ExchangeEnd)
}

extension ExchangeSignal {
    /// The end of a complete exchange without other data, which is the usual case.
    ///
    /// It is created once.
    static let complete = ExchangeSignal.ended(ExchangeEnd())

    static func phase(_ phase: Phase) -> ExchangeSignal { .told(.phase(phase)) }

    static func requestHead(_ bytes: [UInt8]) -> ExchangeSignal { .told(.requestHead(bytes)) }

    static func sent(total: Int, expected: Int?) -> ExchangeSignal {
        .told(.sent(total: total, expected: expected))
    }

    static func interim(_ head: ResponseHead) -> ExchangeSignal { .told(.interim(head)) }

    static func head(_ head: ResponseHead) -> ExchangeSignal { .told(.head(head)) }

    static func received(_ bytes: [UInt8]) -> ExchangeSignal { .told(.received(bytes)) }

    static func anomaly(_ anomaly: Anomaly) -> ExchangeSignal { .told(.anomaly(anomaly)) }

    static func cache(_ use: CacheUse) -> ExchangeSignal { .told(.cache(use)) }
}

/// A cached response that replaces the response of the server.
enum Substitute: Sendable, Equatable {
    /// A cached response that the server has validated.
    indirect case confirmed(CachedAnswer)
    /// A cached response that replaces a failure if no retry follows.
    indirect case staleIfError(CachedAnswer)
    /// No response: the server has validated a response that is not stored, and must be asked again.
    case nothing
}
