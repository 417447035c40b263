/// Everything known about a task, derived from its ``Event``s.
///
/// This is the only place that reduces events to the state of a task. `RequestTask.states`, the screen, HAR and JSON
/// output all use the results of ``apply(_:)``.
public struct TaskRecord: Sendable, Equatable, Identifiable {
    /// The identifier of the task, a number.
    public var id: Int
    /// The origin of the task: its request, and the program or file that it came from.
    public var origin: TaskOrigin
    /// The time when the task was created, on the monotonic clock of the client; see ``TaskOrigin/date`` for the date.
    public var created: Instant
    /// The state of the task.
    public var state: TaskState
    /// The attempts in order.
    public var attempts: [AttemptRecord]
    /// The time when the task ended, or `nil` while it is running.
    public var ended: Instant?
    /// The annotations in the order in which they were added.
    public var annotations: [Annotation] = []
    /// The number of bytes of the body that were sent to the program before it disconnected, or `nil` if it waited for
    /// the end.
    public var programLeftAfter: Int?
    /// The size in bytes of a request body that the record has discarded, or `nil` if the record holds it.
    public private(set) var droppedRequestBody: Int?

    /// Creates the record of a queued task.
    public init(id: TaskID, origin: TaskOrigin, created: Instant) {
        self.id = id
        self.origin = origin
        self.created = created
        state = .queued
        attempts = []
    }

    /// Creates a record from the event that created the task.
    ///
    /// Returns `nil` for any other event.
    public init?(_ event: Event) {
        guard case .taskCreated(let origin) = event.kind else { return nil }
        self.init(id: event.task, origin: origin, created: event.at)
    }

    /// Updates the record with an event.
    ///
    /// Events of other tasks have no effect, nor have events after the end, except annotations.
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

    /// The number of bytes of bodies that only this record holds: response bodies, and the request body that another
    /// program sent.
    public var keptBytes: Int {
        attempts.reduce(foreignBytes) { $1.exchanges.reduce($0) { $0 + $1.keptBytes } }
    }

    /// The size of the request body if another program sent it, because then only this record holds it.
    private var foreignBytes: Int {
        guard origin.provenance.isOfAnotherProgram else { return 0 }
        return origin.request.body.bytes?.count ?? 0
    }

    /// Discards the bodies that ``keptBytes`` counts, and returns their sizes.
    ///
    /// Afterwards, ``ExchangeRecord/droppedBody`` and ``droppedRequestBody`` contain these sizes.
    @discardableResult
    public mutating func dropBodies() -> DroppedBodies {
        let exchanges = attempts.flatMap(\.exchanges)
        let dropped = DroppedBodies(
            request: foreignBytes > 0 ? foreignBytes : nil,
            responses: exchanges.map { $0.keptBytes > 0 ? $0.bodySize : nil })
        dropBodies(dropped)
        return dropped
    }

    /// Discards bodies with known sizes, even if some are already discarded.
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
    /// The current or last attempt, or `nil` before the first one.
    public var lastAttempt: AttemptRecord? { attempts.last }

    /// The current or last exchange of the last attempt, or `nil` if it has none.
    public var lastExchange: ExchangeRecord? { attempts.last?.exchanges.last }

    /// The newest exchange with a final head, which may belong to an earlier attempt if a later one failed.
    public var lastAnswered: ExchangeRecord? { lastExchange { $0.head != nil } }

    /// The status of the last exchange, or `nil` before its head has arrived.
    public var status: StatusCode? { lastExchange?.head?.status }

    /// The error because of which the task has no complete response, or that of its last attempt while it is running.
    public var error: ClientError? {
        if case .failed(let error) = state { return error }
        if case .error(let error) = lastAttempt?.outcome { return error }
        return nil
    }

    /// Indicates whether the task is a tunnel, whose bytes the record does not contain.
    public var isTunnel: Bool { origin.provenance.source == .tunnel }

    /// The reason why a proxy could not decrypt the TLS connection in the tunnel, or `nil` if it did not try, and for
    /// other tasks.
    public var unopenedReason: String? { isTunnel ? lastExchange?.connection?.unopened : nil }

    /// The time from the creation of the task to its end, or `nil` while it is running.
    public var duration: Duration? { ended.map { $0 - created } }

    /// Returns the time from the creation of the task to its end, or to `now` while it is running.
    public func elapsed(now: Instant) -> Duration {
        (ended ?? now) - created
    }

    /// Indicates whether the task has had more than one attempt.
    public var isRetried: Bool { attempts.count > 1 }

    /// Indicates whether a second attempt has started or is planned.
    public var isTriedAgain: Bool { isRetried || lastAttempt?.retry != nil }

    /// Indicates whether the task uses TLS without verifying the certificate of the server.
    public var isUnverified: Bool {
        guard !origin.verifiesCertificates else { return false }
        let exchanges = attempts.flatMap(\.exchanges)
        guard !exchanges.isEmpty else { return origin.url?.scheme == "https" }
        return exchanges.contains { $0.start.url.scheme == "https" && $0.start.mock == nil }
    }

    /// Indicates whether the last response came from the cache.
    public var isCached: Bool {
        switch lastExchange?.cache {
        case .hit, .stale, .revalidated: true
        case .stored, .notStored, .missing, nil: false
        }
    }

    /// Indicates whether a mock answered at least one exchange.
    public var isMocked: Bool { mock != nil }

    /// The last mock that answered, or `nil` if none did.
    public var mock: MockReference? { lastExchange { $0.start.mock != nil }?.start.mock }

    /// Indicates whether the task followed at least one redirect.
    public var isRedirected: Bool { lastExchange { $0.start.reason == .redirect } != nil }

    /// Indicates whether the task used a connection that had already served an exchange.
    public var isReused: Bool { lastExchange { $0.connection?.isReused ?? false } != nil }

    /// Returns the newest exchange that meets a condition.
    ///
    /// It uses indices, because iteration would copy each attempt.
    private func lastExchange(where isIt: (ExchangeRecord) -> Bool) -> ExchangeRecord? {
        for attempt in attempts.indices.reversed() {
            if let index = attempts[attempt].exchanges.lastIndex(where: isIt) {
                return attempts[attempt].exchanges[index]
            }
        }
        return nil
    }
}
