/// Whose exchanges an ``ExchangeRunner`` runs; it hears of them on the loop thread.
protocol ExchangeOwner: AnyObject {
    /// The place for work off the loop while an exchange runs.
    var offLoop: OffLoopTask { get }

    /// Hears that an exchange begins, and which mock answers it.
    func exchangeBegan(mock: MockReference?)

    /// Hears what an exchange reports that is told as it is, once it is passed on.
    func receive(told what: consuming Event.Kind, at instant: Instant)

    /// Tells what it has heard: before anything else happens to the task, or to others.
    func passOn()

    /// Hears what an exchange reports: `.ended` comes last and exactly once, unless it is stopped.
    func receive(_ signal: ExchangeSignal, at instant: Instant)

    /// Has the request sent again, as a task of its own.
    func refresh(_ exchangeRequest: ExchangeRequest)
}
