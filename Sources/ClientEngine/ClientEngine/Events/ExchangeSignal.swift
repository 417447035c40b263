/// A report of a transport, or of a mock in its place, about one exchange that is under way.
enum ExchangeSignal: Sendable, Equatable {
    /// Something that is told as it is, and decides nothing: phases, the connection, heads, bytes, oddities.
    case told(Event.Kind)
    /// It is over, and libcurl itself sends the request again on the connection, for a reason that was answered.
    case round(ExchangeStart.Reason)
    /// Nobody answers it, and the request may go out again for this reason; the end follows.
    case setback(ExchangeStart.Reason)
    /// The end that follows is not the last word.
    indirect case instead(Substitute)
    /// It is over: complete, or with an error. Nothing follows.
    indirect case ended(ExchangeEnd)
}

extension ExchangeSignal {
    /// It is complete, and there is nothing else to say; made once, for most exchanges end so.
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

/// The answers that take the place of one that a cache has an opinion on.
enum Substitute: Sendable, Equatable {
    /// A kept response that the server has confirmed.
    indirect case confirmed(CachedAnswer)
    /// A kept response that stands in for the failure, where no retry follows.
    indirect case staleIfError(CachedAnswer)
    /// Nothing: the server confirmed what is not kept, and is to be asked anew.
    case nothing
}
