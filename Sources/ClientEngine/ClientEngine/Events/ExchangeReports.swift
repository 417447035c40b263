/// What an exchange on the network has to report, in order.
///
/// Nearly all of it decides nothing. That lies here as the events it becomes, but for the task and the place in it, so that it is
/// moved on as it is.
final class ExchangeReports {
    /// A signal that decides something.
    struct Decisive {
        let signal: ExchangeSignal
        let at: Instant
        /// The number of events that come before it.
        let place: Int
    }

    let events = MovingQueue<Event>()
    /// Mostly the end alone.
    @exclusivity(unchecked) private(set) var decisive: [Decisive] = []

    var isEmpty: Bool { events.isEmpty && decisive.isEmpty }

    /// Indicates whether the last signal is the end.
    var hasEnd: Bool { if case .ended? = decisive.last?.signal { true } else { false } }

    /// Takes what others hold, and gives them what there is here.
    func swapContents(with other: ExchangeReports) {
        events.swapContents(with: other.events)
        swap(&decisive, &other.decisive)
    }

    /// Adds what is told as it is.
    func append(_ what: consuming Event.Kind, at instant: Instant) {
        events.append(Event(task: 0, at: instant, what))
    }

    func append(_ signal: consuming ExchangeSignal, at instant: Instant) {
        decisive.append(Decisive(signal: signal, at: instant, place: events.count))
    }

    /// Adds bytes of the body: to the last event if both are short, else as an event.
    ///
    /// libcurl delivers each chunk of a body by itself, however many have come at once.
    func append(received bytes: UnsafeRawBufferPointer, at instant: Instant) {
        guard
            bytes.count >= [UInt8].joinedPiece || decisive.last?.place == events.count
                || !events.withLast({ $0.kind.join(bytes) })
        else { return }
        append(Event.Kind.received([UInt8](bytes)), at: instant)
    }

    /// Takes away the event that came last, if nothing came behind it and it tells how much of the body was sent.
    func removeLastSent() {
        guard case .sent? = events.last?.kind, decisive.last?.place != events.count else { return }
        events.removeLast()
    }

    /// Takes away the signal that came last.
    func removeLastDecisive() {
        decisive.removeLast()
    }

    func removeAll() {
        events.removeAll()
        if !decisive.isEmpty { decisive.removeAll(keepingCapacity: true) }
    }
}

extension Event.Kind {
    /// Appends bytes of the body to those of the event if both are short; returns whether it did.
    fileprivate mutating func join(_ next: UnsafeRawBufferPointer) -> Bool {
        guard case .received(var bytes) = self else { return false }
        // Without another reference the bytes are not copied.
        self = .delivered(0)
        defer { self = .received(bytes) }
        return bytes.join(next)
    }
}

/// Receives what an exchange reports.
protocol ExchangeSink: AnyObject {
    /// Takes reports in order, and together what has come together; `.ended` comes last and exactly once, unless the exchange
    /// is stopped.
    func receive(_ reports: ExchangeReports)
}
