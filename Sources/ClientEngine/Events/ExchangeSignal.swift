/// What a transport, or a mock in its place, reports about one exchange while it runs it.
enum ExchangeSignal: Sendable, Equatable {
    /// The exchange entered a phase.
    case phase(Phase)
    /// It has a connection.
    indirect case connected(ConnectionRecord)
    /// The request's head went out, as these bytes.
    case requestHead([UInt8])
    /// So many bytes of the request's body went out, of so many.
    case sent(total: Int, expected: Int?)
    /// An interim (1xx) response arrived.
    indirect case interim(ResponseHead)
    /// The final head arrived.
    indirect case head(ResponseHead)
    /// Bytes of the body arrived, as on the wire.
    case received([UInt8])
    /// So many bytes of the body arrived and went to whoever takes the body.
    case delivered(Int)
    /// Something was not as it should be.
    case anomaly(Anomaly)
    /// It is over, and libcurl itself sends the request again on the connection, for a reason that was answered.
    case round(ExchangeStart.Reason)
    /// Nobody answers it, and the request may go out again for this reason; the end follows.
    case setback(ExchangeStart.Reason)
    /// The cache had something to do with it.
    case cache(CacheUse)
    /// The end that follows is not the last word.
    indirect case instead(Substitute)
    /// It is over: complete, or with an error. Nothing follows.
    indirect case ended(ExchangeEnd)
}

/// Receives what an exchange reports and when it happened, in order; `.ended` comes last and exactly once, unless the exchange
/// is stopped.
typealias ExchangeSink = (ExchangeSignal, Instant) -> Void

/// What takes the place of an answer that a cache has an opinion on.
enum Substitute: Sendable, Equatable {
    /// A kept response that the server has confirmed.
    indirect case confirmed(CachedAnswer)
    /// A kept response that stands in for the failure, where no retry follows.
    indirect case staleIfError(CachedAnswer)
    /// Nothing: the server confirmed what is not kept, and is to be asked anew.
    case nothing
}
