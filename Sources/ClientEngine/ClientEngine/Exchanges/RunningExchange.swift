/// The exchange of a task that is under way: who answers it, and what is kept of it on its way.
struct RunningExchange {
    /// The exchange that answers; nil where it is a server, or nobody does just now.
    var current: (any AnsweringExchange)?
    /// Where it stands on the network, its request there, and what the stage holds on the loop.
    var network = NetworkMachine()
    var online: ExchangeRequest?
    var transfer: Transfer?
    var ticket: ChallengeCoordinator.Ticket?
    var arrival: LoopCallback?
    /// The cache's part in it; nil where it is not asked.
    var cached: CachedExchange?
    /// The number of answers that the request's own mock has given.
    var ownMockHits = 0
    /// The URL that cookies of the answer belong to; nil where none are kept.
    var cookieURL: RequestURL?
    var collector: BodyCollector?
    /// Indicates whether the body under way goes to the receiver.
    var isDelivering = false
}
