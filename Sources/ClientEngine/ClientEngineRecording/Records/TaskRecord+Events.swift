import ClientEngine

extension TaskRecord {
    /// The events that add up to the record, in the order of their instants: what `TaskRecord.apply(_:)` makes the record of again.
    ///
    /// A record does not keep the instant of everything; what has none comes where it belongs. A body that is not kept any more comes as
    /// its size (`Event.Kind.delivered(_:)`).
    public var events: [Event] {
        var story = UnfoldedRecord(self)
        story.unfold()
        return story.events
    }
}

/// The events of a record while they are put together.
private struct UnfoldedRecord {
    private let record: TaskRecord
    private(set) var events: [Event] = []
    /// The attempt and the exchange that events are of.
    private var place = (attempt: 0, exchange: 0)

    init(_ record: TaskRecord) { self.record = record }

    private mutating func add(_ kind: Event.Kind, at instant: Instant) {
        events.append(
            Event(task: record.id, attempt: place.attempt, exchange: place.exchange, at: instant, kind))
    }

    mutating func unfold() {
        add(.taskCreated(record.origin), at: record.created)
        for attempt in record.attempts { unfold(attempt) }
        let end = record.ended ?? events.last?.at ?? record.created
        if let count = record.programLeftAfter { add(.programLeft(after: count), at: end) }
        switch record.state {
        case .succeeded: add(.taskEnded(.succeeded), at: end)
        case .failed(let error): add(.taskEnded(.failed(error)), at: end)
        case .cancelled: add(.taskEnded(.cancelled), at: end)
        case .queued, .running, .waiting, .processing: break
        }
        for annotation in record.annotations { add(.annotated(annotation), at: end) }
    }

    private mutating func unfold(_ attempt: AttemptRecord) {
        place = (attempt.number, 0)
        add(.attemptStarted(reason: attempt.reason, waited: attempt.waited), at: attempt.started)
        for exchange in attempt.exchanges {
            place.exchange = exchange.number
            unfold(exchange)
        }
        let parsing = attempt.exchanges.last?.phases.last { $0.phase == .process }
        if let outcome = attempt.outcome {
            // If the response was parsed, the plan for another attempt followed the parsing.
            let isParsed = parsing != nil && attempt.retry != nil
            let end = attempt.ended ?? attempt.started
            add(.attemptEnded(outcome, retry: isParsed ? nil : attempt.retry), at: end)
            if let parsing { add(.processing, at: parsing.at) }
            if isParsed {
                add(
                    .attemptEnded(outcome, retry: attempt.retry),
                    at: attempt.exchanges.last?.phasesEnded ?? end)
            }
        } else if let parsing {
            add(.processing, at: parsing.at)
        }
    }

    private mutating func unfold(_ exchange: ExchangeRecord) {
        add(.exchangeStarted(exchange.start), at: exchange.started)
        var kinds: [(at: Instant, kind: Event.Kind)] = []
        func instant(of phase: Phase, else other: Instant) -> Instant {
            exchange.phases.first { $0.phase == phase }?.at ?? other
        }
        let sending = instant(of: .send, else: exchange.started)
        let waiting = instant(of: .wait, else: sending)
        let answered = instant(of: .receive, else: exchange.ended ?? waiting)
        for mark in exchange.phases where mark.phase != .process {
            kinds.append((mark.at, .phase(mark.phase)))
        }
        if let connection = exchange.connection { kinds.append((sending, .connected(connection))) }
        if !exchange.requestHead.isEmpty { kinds.append((sending, .requestHead(exchange.requestHead))) }
        if exchange.bodySent > 0 || exchange.bodyToSend != nil {
            kinds.append((waiting, .sent(total: exchange.bodySent, expected: exchange.bodyToSend)))
        }
        for head in exchange.interims { kinds.append((waiting, .interim(head))) }
        if let head = exchange.head { kinds.append((answered, .head(head))) }
        if let use = exchange.cache { kinds.append((answered, .cache(use))) }
        for anomaly in exchange.anomalies { kinds.append((answered, .anomaly(anomaly))) }
        kinds += body(of: exchange, answered: answered)
        for (at, kind) in kinds.inOrderOfInstants { add(kind, at: at) }
        if let ended = exchange.ended {
            let end = ExchangeEnd(
                error: exchange.error, trailers: exchange.trailers, decodedBody: exchange.decodedBody)
            add(.exchangeEnded(end), at: ended)
        }
    }

    private func body(
        of exchange: ExchangeRecord, answered: Instant
    ) -> [(at: Instant, kind: Event.Kind)] {
        let arrivals = exchange.arrivals
        let hasInstants = arrivals.count == exchange.chunks.count
        let received = exchange.chunks.reduce(0) { $0 + $1.count }
        // What was made out as text is not what arrived.
        let isTranscript = received > exchange.bodyReceived
        var kinds: [(at: Instant, kind: Event.Kind)] = []
        for (index, chunk) in exchange.chunks.enumerated() {
            kinds.append(
                (
                    hasInstants ? arrivals[index] : answered,
                    isTranscript ? .transcript(chunk) : .received(chunk)
                ))
        }
        let rest = exchange.bodyReceived - (isTranscript ? 0 : received)
        if rest > 0 { kinds.append((max(arrivals.last ?? answered, answered), .delivered(rest))) }
        return kinds
    }
}

extension [(at: Instant, kind: Event.Kind)] {
    /// The same by their instants; those of one instant stay as they are.
    fileprivate var inOrderOfInstants: Self {
        enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
}
