/// One way of answering exchanges without a server: a mock, the cache.
///
/// Each has a machine of its own, a pure value that decides; the exchange does what it says. Lives on the loop thread, and
/// tells its signals to the task it was made for.
protocol AnsweringExchange: AnyObject {
    /// Indicates whether what it answers comes from outside just now, so that its cookies are kept.
    var setsCookies: Bool { get }

    func begin(_ exchangeRequest: ExchangeRequest)

    /// Ends; it says nothing more.
    func stop()
}
