/// An exchange that is answered without a server: by a mock or by the cache.
///
/// Each implementation has a state machine, which is a pure value, and performs its actions. An exchange belongs to the
/// loop thread, and reports its signals to the task that it was created for.
protocol AnsweringExchange: AnyObject {
    /// Indicates whether the response is new, so that its cookies are stored.
    var setsCookies: Bool { get }

    func begin(_ exchangeRequest: ExchangeRequest)

    /// Stops the exchange.
    ///
    /// It reports nothing afterwards.
    func stop()
}
