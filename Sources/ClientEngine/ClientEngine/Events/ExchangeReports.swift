/// The reports of an exchange on the network, in order.
///
/// Nearly all of them are not decisive. These are stored as events without a task, so that they can be moved on
/// unchanged.
final class ExchangeReports {
    /// A decisive signal.
    struct Decisive {
        let signal: ExchangeSignal
        let at: Instant
        /// The number of events before the signal.
        let place: Int
    }

    let events = MovingQueue<Event>()
    /// Usually only the end.
    @exclusivity(unchecked) private(set) var decisive: [Decisive] = []

    var isEmpty: Bool { events.isEmpty && decisive.isEmpty }

    /// Indicates whether the last signal is the end.
    var hasEnd: Bool { if case .ended? = decisive.last?.signal { true } else { false } }

    /// Exchanges the reports of two objects.
    func swapContents(with other: ExchangeReports) {
        events.swapContents(with: other.events)
        swap(&decisive, &other.decisive)
    }

    /// Adds an event.
    func append(_ what: consuming Event.Kind, at instant: Instant) {
        events.append(Event(task: 0, at: instant, what))
    }

    func append(_ signal: consuming ExchangeSignal, at instant: Instant) {
        decisive.append(Decisive(signal: signal, at: instant, place: events.count))
    }

    /// Adds bytes of the body: to the last event if both are short, otherwise as an event.
    ///
    /// libcurl delivers each chunk of a body by itself, however many have come at once.
    func append(received bytes: UnsafeRawBufferPointer, at instant: Instant) {
        guard
            bytes.count >= [UInt8].joinedPiece || decisive.last?.place == events.count
                || !events.withLast({ $0.kind.join(bytes) })
        else { return }
        append(Event.Kind.received([UInt8](bytes)), at: instant)
    }

    /// Removes the last event if it reports sent bytes and no signal follows it.
    func removeLastSent() {
        guard case .sent? = events.last?.kind, decisive.last?.place != events.count else { return }
        events.removeLast()
    }

    /// Removes the last signal.
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
        // Without a second reference, appending does not copy the bytes.
        self = .delivered(0)
        defer { self = .received(bytes) }
        return bytes.join(next)
    }
}

/// Receives the reports of an exchange.
protocol ExchangeSink: AnyObject {
    /// Processes reports in order.
    ///
    /// Those that arrived together come together. `.ended` comes last and exactly once, unless the exchange is stopped.
    func receive(_ reports: ExchangeReports)
}
