/// Everything known about a task: what ``Event``s add up to.
///
/// The one lifecycle reducer: `RequestTask.states`, the screen, HAR and JSON output all read what `apply` makes.
public struct TaskRecord: Sendable, Equatable, Identifiable {
    /// The task's number.
    public var id: Int
    /// Its origin: the request, and the program or file it came from.
    public var origin: TaskOrigin
    /// The instant at which it was created, on the client's monotonic clock; see ``TaskOrigin/date`` for the wall clock.
    public var created: Instant
    /// Its state.
    public var state: TaskState
    /// Its attempts, the first first.
    public var attempts: [AttemptRecord]
    /// The instant of its end; nil while it is live.
    public var ended: Instant?
    /// The notes of others about the task, in the order in which they came.
    public var annotations: [Annotation] = []
    /// The number of bytes of the body that the program had been sent when it disconnected; `nil` if it waited for the end.
    public var programLeftAfter: Int?
    /// The size in bytes of a request's body that the record has discarded; nil if the record holds the body.
    public private(set) var droppedRequestBody: Int?

    /// Creates a record of a task that is queued.
    public init(id: TaskID, origin: TaskOrigin, created: Instant) {
        self.id = id
        self.origin = origin
        self.created = created
        state = .queued
        attempts = []
    }

    /// Begins a record with the event that created the task; nil for any other event.
    public init?(_ event: Event) {
        guard case .taskCreated(let origin) = event.kind else { return nil }
        self.init(id: event.task, origin: origin, created: event.at)
    }

    /// Folds an event in.
    ///
    /// Events of other tasks, and any but annotations that come after the end, change nothing.
    public mutating func apply(_ event: Event) {
        guard event.task == id else { return }
        if case .annotated(let annotation) = event.kind { return annotations.append(annotation) }
        guard !state.isFinished else { return }
        switch event.kind {
        case .taskCreated, .annotated, .missed:
            break
        case .attemptStarted(let reason, let waited):
            attempts.append(
                AttemptRecord(number: event.attempt, started: event.at, reason: reason, waited: waited))
            move(to: .running(.queue))
        case .attemptEnded(let outcome, let retry):
            update(attempt: event.attempt) {
                $0.ended = $0.ended ?? event.at
                $0.outcome = outcome
                $0.retry = retry
            }
            update(event) { $0.finishPhases(at: event.at) }
            if let retry { move(to: .waiting(retry)) }
        case .processing:
            update(event) { $0.enter(.process, at: event.at) }
            move(to: .processing)
        case .taskEnded(let outcome):
            ended = event.at
            update(event) { $0.finishPhases(at: event.at) }
            switch outcome {
            case .succeeded: move(to: .succeeded)
            case .failed(let error): move(to: .failed(error))
            case .cancelled: move(to: .cancelled)
            }
        case .programLeft(let count): programLeftAfter = count
        case .phase(let phase):
            update(event) { $0.enter(phase, at: event.at) }
            move(to: .running(phase))
        case .exchangeStarted(let start):
            update(attempt: event.attempt) {
                $0.exchanges.append(ExchangeRecord(number: event.exchange, start: start, at: event.at))
            }
        case .received(let bytes) where !origin.keepsBody:
            update(event) { $0.bodyReceived += bytes.count }
        case .transcript where !origin.keepsBody: break
        case .connected, .requestHead, .sent, .interim, .head, .received, .transcript, .delivered, .cache,
            .anomaly, .exchangeEnded:
            update(event) { $0.apply(event) }
        }
    }

    /// The number of bytes of bodies that only the record holds: of responses, and of a request that another program sent.
    public var keptBytes: Int {
        attempts.reduce(foreignBytes) { $1.exchanges.reduce($0) { $0 + $1.keptBytes } }
    }

    /// The bytes of a request's body that nobody but this record has: what another program has sent.
    private var foreignBytes: Int {
        guard origin.provenance.isOfAnotherProgram else { return 0 }
        return origin.request.body.bytes?.count ?? 0
    }

    /// Discards the bodies that ``keptBytes`` counts, and returns their sizes.
    ///
    /// Afterwards ``ExchangeRecord/droppedBody`` and ``droppedRequestBody`` have these sizes.
    @discardableResult
    public mutating func dropBodies() -> DroppedBodies {
        let exchanges = attempts.flatMap(\.exchanges)
        let dropped = DroppedBodies(
            request: foreignBytes > 0 ? foreignBytes : nil,
            responses: exchanges.map { $0.keptBytes > 0 ? $0.bodySize : nil })
        dropBodies(dropped)
        return dropped
    }

    /// Discards bodies whose sizes are known, some of which may be discarded already.
    public mutating func dropBodies(_ dropped: DroppedBodies) {
        if let size = dropped.request {
            droppedRequestBody = size
            origin.request.body = .none
        }
        var sizes = dropped.responses.makeIterator()
        for attempt in attempts.indices {
            for exchange in attempts[attempt].exchanges.indices {
                if let size = sizes.next() ?? nil { attempts[attempt].exchanges[exchange].dropBody(of: size) }
                if dropped.request != nil { attempts[attempt].exchanges[exchange].start.body = .none }
            }
        }
    }

    private mutating func move(to next: TaskState) {
        guard state.name.canBecome(next.name) else { return }
        state = next
    }

    private mutating func update(attempt number: Int, _ change: (inout AttemptRecord) -> Void) {
        guard let index = attempts.lastIndex(where: { $0.number == number }) else { return }
        change(&attempts[index])
    }

    private mutating func update(_ event: Event, _ change: (inout ExchangeRecord) -> Void) {
        update(attempt: event.attempt) { attempt in
            guard let index = attempt.exchanges.lastIndex(where: { $0.number == event.exchange }) else {
                return
            }
            change(&attempt.exchanges[index])
        }
    }
}

extension TaskRecord {
    /// The attempt under way, or the last one; nil before the first.
    public var lastAttempt: AttemptRecord? { attempts.last }

    /// The exchange under way, or the last one; nil before the first of the last attempt.
    public var lastExchange: ExchangeRecord? { attempts.last?.exchanges.last }

    /// The newest exchange that has a final head; after an error it may belong to an earlier attempt.
    public var lastAnswered: ExchangeRecord? { lastExchange { $0.head != nil } }

    /// The status of the last attempt, once its head is there.
    public var status: StatusCode? { lastExchange?.head?.status }

    /// The error for which the task, or while it is live its last attempt, has no complete response.
    public var error: ClientError? {
        if case .failed(let error) = state { return error }
        if case .error(let error) = lastAttempt?.outcome { return error }
        return nil
    }

    /// Indicates whether it is a tunnel, whose bytes the record does not have.
    public var isTunnel: Bool { origin.provenance.source == .tunnel }

    /// The reason why a proxy could not decrypt the TLS in the tunnel; nil if it did not try, and for other tasks.
    public var unopenedReason: String? { isTunnel ? lastExchange?.connection?.unopened : nil }

    /// The duration of the task, from its creation to its end; nil while it is live.
    public var duration: Duration? { ended.map { $0 - created } }

    /// Returns the time from its creation to its end, or to `now` while it is live.
    public func elapsed(now: Instant) -> Duration {
        (ended ?? now) - created
    }

    /// Indicates whether it has had more than one attempt.
    public var isRetried: Bool { attempts.count > 1 }

    /// Indicates whether a second attempt followed the first, or was planned.
    public var isTriedAgain: Bool { isRetried || lastAttempt?.retry != nil }

    /// Indicates whether it uses TLS without checking the certificate of the server.
    public var isUnverified: Bool {
        guard !origin.verifiesCertificates else { return false }
        let exchanges = attempts.flatMap(\.exchanges)
        guard !exchanges.isEmpty else { return origin.url?.scheme == "https" }
        return exchanges.contains { $0.start.url.scheme == "https" && $0.start.mock == nil }
    }

    /// Indicates whether the last answer was kept from an earlier one.
    public var isCached: Bool {
        switch lastExchange?.cache {
        case .hit, .stale, .revalidated: true
        case .stored, .notStored, .missing, nil: false
        }
    }

    /// Indicates whether a mock answered at least one of its exchanges.
    public var isMocked: Bool { mock != nil }

    /// The mock that answered last; nil if no mock answered.
    public var mock: MockReference? { lastExchange { $0.start.mock != nil }?.start.mock }

    /// Indicates whether it followed at least one redirect.
    public var isRedirected: Bool { lastExchange { $0.start.reason == .redirect } != nil }

    /// Indicates whether it used a connection that had served an earlier exchange.
    public var isReused: Bool { lastExchange { $0.connection?.isReused ?? false } != nil }

    /// Returns the newest exchange of a kind, looked for where they lie: to iterate would copy each attempt.
    private func lastExchange(where isIt: (ExchangeRecord) -> Bool) -> ExchangeRecord? {
        for attempt in attempts.indices.reversed() {
            if let index = attempts[attempt].exchanges.lastIndex(where: isIt) {
                return attempts[attempt].exchanges[index]
            }
        }
        return nil
    }
}
