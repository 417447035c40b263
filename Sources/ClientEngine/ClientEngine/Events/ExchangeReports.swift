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

    /// The size in bytes up to which pieces of the body are joined.
    @exclusivity(unchecked) var joinedPiece = [UInt8].joinedPiece

    /// The number of bytes of the body among the reports.
    @exclusivity(unchecked) private(set) var bodyBytes = 0

    var isEmpty: Bool { events.isEmpty && decisive.isEmpty }

    /// Indicates whether the last signal is the end.
    var hasEnd: Bool { if case .ended? = decisive.last?.signal { true } else { false } }

    /// Exchanges the reports of two objects.
    func swapContents(with other: ExchangeReports) {
        events.swapContents(with: other.events)
        swap(&decisive, &other.decisive)
        swap(&bodyBytes, &other.bodyBytes)
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
    /// libcurl delivers each chunk of a body separately, and at most 16 KiB in a call, even if it has read more.
    func append(received bytes: UnsafeRawBufferPointer, at instant: Instant) {
        bodyBytes += bytes.count
        guard
            bytes.count >= joinedPiece || decisive.last?.place == events.count
                || !events.withLast({ $0.kind.join(bytes, upTo: joinedPiece) })
        else { return }
        var piece: [UInt8] = []
        // After a call with the largest size, libcurl usually has the next bytes available.
        let isCut = bytes.count == [UInt8].callPiece
        piece.reserveCapacity(isCut ? max(joinedPiece, bytes.count) : bytes.count)
        piece += bytes
        append(Event.Kind.received(piece), at: instant)
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
        bodyBytes = 0
        if !decisive.isEmpty { decisive.removeAll(keepingCapacity: true) }
    }
}

extension Event.Kind {
    /// Appends bytes of the body to those of the event if both are short.
    ///
    /// Returns whether it has done so.
    fileprivate mutating func join(_ next: UnsafeRawBufferPointer, upTo limit: Int) -> Bool {
        guard case .received(var bytes) = self else { return false }
        // Without a second reference, appending does not copy the bytes.
        self = .delivered(0)
        defer { self = .received(bytes) }
        return bytes.join(next, upTo: limit)
    }
}

/// Receives the reports of an exchange.
protocol ExchangeSink: AnyObject {
    /// Processes reports in order.
    ///
    /// Reports that arrived together are processed together. `.ended` is the last one, exactly once, unless the
    /// exchange is stopped.
    func receive(_ reports: ExchangeReports)
}
