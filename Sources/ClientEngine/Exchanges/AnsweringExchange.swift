/// One way of answering exchanges: a mock, the cache, the network.
///
/// Each has a machine of its own, a pure value that decides; the exchange does what it says. Lives on the loop thread, and
/// tells its signals to the sink it was made with.
protocol AnsweringExchange: AnyObject {
    /// Indicates whether what it answers comes from outside just now, so that its cookies are kept.
    var setsCookies: Bool { get }

    func begin(_ exchangeRequest: ExchangeRequest)

    /// Takes no more of the body until it is resumed, where it can wait.
    func pause()

    func resume()

    /// Ends; it says nothing more.
    func stop()
}

extension AnsweringExchange {
    func pause() {}

    func resume() {}
}
