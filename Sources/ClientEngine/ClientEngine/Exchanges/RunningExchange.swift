/// The state of the current exchange of a task.
struct RunningExchange {
    /// The exchange that answers, or `nil` if a server answers or there is no exchange.
    var current: (any AnsweringExchange)?
    /// The stage on the network, the request there, and the resources of that stage on the loop.
    var network = NetworkMachine()
    var online: ExchangeRequest?
    var transfer: Transfer?
    var arrival: LoopCallback?
    /// The part of the cache in the exchange, or `nil` if the cache is not used.
    var cached: CachedExchange?
    /// The number of answers that the request's own mock has given.
    var ownMockHits = 0
    /// The URL to which cookies of the response belong, or `nil` if none are stored.
    var cookieURL: RequestURL?
    var collector: BodyCollector?
    /// Indicates whether the current body goes to the receiver.
    var isDelivering = false
}
