/// The life of one task as a pure state machine: it converts inputs to events and actions.
///
/// ```
///  adapting ─▶ preparing ─▶ exchange ─▶ challenged         in an attempt: one exchange after the other
///                ▲ ▲ ▲         │            │
///                │ │ └── 3xx ──┤◀─ final ───┤
///                │ └── again ──┼────────────┘
///                │             ▼ answer, error
///           due, │         (deciding) ── no ──▶ processing ── parsed ──▶ done
///       retryNow └── waiting ◀─┘ ▲                  │
///                                └── not parsed ────┘
/// ```
///
/// The commands of callers (cancel, leave, giveUp, retryNow) may come in every stage, even after the end. A time limit
/// may pass in every stage that waits. Any other input that the stage does not expect is a fault of the engine: see
/// `unexpected`.
struct TaskMachine {
    let id: TaskID
    private(set) var prepared: PreparedRequest
    let created: Instant
    /// Indicates whether a 416 may be the answer to a range that the receiver added to the request.
    let canStartOver: Bool
    var authorization: TaskAuthorization
    var retries: TaskRetries
    var stage = Stage.idle
    /// The event that reports the end, if it is final.
    var end: Event?
    /// The queue for actions, which the driver performs in order.
    let actions: MovingQueue<Action>
    /// The queue for events.
    let events: MovingQueue<Event>

    init(
        id: TaskID, _ prepared: PreparedRequest, created: Instant, canStartOver: Bool = false,
        _ chance: RetryInputs, telling events: MovingQueue<Event>, asking actions: MovingQueue<Action>
    ) {
        self.canStartOver = canStartOver
        self.id = id
        self.prepared = prepared
        self.created = created
        self.events = events
        self.actions = actions
        authorization = prepared.settings.authorization
        let deadline = prepared.settings.options.totalTimeout.map { created + $0 }
        retries = TaskRetries(prepared.settings, deadline: deadline, chance)
    }

    var deadline: Instant? { prepared.settings.options.totalTimeout.map { created + $0 } }

    /// Processes an input: appends events and actions to the queues.
    mutating func handle(_ input: Input, at now: Instant) {
        // Inputs of every task come first, and do not copy the stage.
        switch input {
        case .signal(let signal): return receive(signal, now)
        case .start: if case .idle = stage { return startAttempt(1, reason: nil, waited: nil, now) }
        case .began(let mock): if case .preparing(let attempt) = stage { return began(attempt, mock, now) }
        case .parsed(let error):
            if case .processing(let attempt) = stage {
                return conclude(parsing: error, attempt, now)
            }
        default: break
        }
        switch (input, stage) {
        case (.reject(let error), .idle), (.reject(let error), .adapting):
            finish(.failed(error), Place(), now)
        case (.adapt, .idle): adapt()
        case (.adapted(let prepared), .adapting): adopt(prepared, now)
        case (.fields(let fields), .preparing(let attempt)): add(fields, to: attempt, now)
        case (.unprepared(let error), .preparing(let attempt)): failToPrepare(attempt, error, now)
        case (.challenged(let verdict), .challenged(let attempt, let status)):
            conclude(verdict, about: status, attempt, now)
        case (.decided(let decision), .deciding(let attempt, let ended)):
            actions.append(.clear(.limit))
            settle(ended, decision, attempt, now)
        case (.fired(.retry), .waiting(let attempt, let plan, let since, _)),
            (.retryNow, .waiting(let attempt, let plan, let since, _)):
            actions.append(.clear(.retry))
            startAttempt(attempt.number + 1, reason: plan.reason, waited: now - since, now)
        case (.fired(.limit), _): timeOut(now)
        // A caller does not know the stage of the task.
        case (.giveUp, _): giveUp(now)
        case (.cancel, _): cancel(now)
        case (.leave, _): leave(now)
        case (.retryNow, _): break
        case (.reject, _), (.start, _), (.adapt, _), (.adapted, _), (.fields, _), (.began, _),
            (.unprepared, _), (.signal, _), (.challenged, _), (.decided, _), (.fired(.retry), _),
            (.parsed, _):
            unexpected(input, now)
        }
    }

    // MARK: - Before the first attempt

    private mutating func adapt() {
        stage = .adapting
        if let deadline { actions.append(.set(.limit, deadline)) }
        actions.append(.adapt)
    }

    private mutating func adopt(_ prepared: PreparedRequest, _ now: Instant) {
        let before = retries
        self.prepared = prepared
        authorization = prepared.settings.authorization
        retries = TaskRetries(prepared.settings, deadline: deadline, before.chance)
        retries.givesUp = before.givesUp
        startAttempt(1, reason: nil, waited: nil, now)
    }

    // MARK: - Attempts

    private mutating func startAttempt(
        _ number: Int, reason: RetryReason?, waited: Duration?, _ now: Instant
    ) {
        let exchangeRequest: ExchangeRequest
        do throws(ClientError) {
            exchangeRequest = try prepared.exchangeRequest()
        } catch {
            return finish(.failed(error), Place(), now)
        }
        let isFirst = reason == nil && waited == nil
        emit(
            isFirst ? .firstAttempt : .attemptStarted(reason: reason, waited: waited),
            Place(attempt: number), now)
        if let limit = limit(from: now) { actions.append(.set(.limit, limit)) }
        stage = .preparing(Attempt(number, exchangeRequest, prepared.settings, at: now))
        actions.append(.prepare(exchangeRequest))
    }

    /// Returns the time when an attempt that starts now must have ended.
    private func limit(from now: Instant) -> Instant? {
        guard let allowed = prepared.settings.options.attemptTimeout else { return deadline }
        return deadline.map { min($0, now + allowed) } ?? now + allowed
    }

    mutating func end(
        _ attempt: Attempt, _ outcome: AttemptOutcome, _ now: Instant
    ) {
        actions.append(.clear(.limit))
        decide(about: outcome, isParsed: false, attempt, now)
    }

    /// Determines whether another attempt follows, either at once or by asking the retry judges.
    private mutating func decide(
        about outcome: AttemptOutcome, isParsed: Bool, _ attempt: Attempt, _ now: Instant
    ) {
        let head = attempt.progress.head
        var ended = retries.ended(
            outcome, of: attempt.number, retryAfter: head?.retryAfter ?? [])
        ended.isParsingFailure = isParsed
        // A server that answered 401 in spite of credentials would answer the same again.
        let isHopeless = head?.status == 401 && attempt.exchangeRequest.credentials != nil
        guard !isHopeless, !retries.givesUp else { return settle(ended, nil, attempt, now) }
        guard !retries.mustAsk(about: outcome) else {
            stage = .deciding(attempt, ended)
            if let deadline { actions.append(.set(.limit, deadline)) }
            actions.append(.decide(ended))
            return
        }
        settle(ended, retries.decision(after: ended), attempt, now)
    }

    /// Starts the wait for another attempt, or makes the outcome final.
    mutating func settle(
        _ ended: EndedAttempt, _ decision: RetryDecision?, _ attempt: Attempt, _ now: Instant
    ) {
        let outcome = ended.outcome
        guard let plan = decision.flatMap({ retries.plan($0, now) }) else {
            if !ended.isParsingFailure, case .staleIfError(let kept)? = attempt.progress.substitute {
                return answer(from: kept, attempt, now)
            }
            if !ended.isParsingFailure { emit(attemptEnd(outcome), attempt.place, now) }
            return conclude(outcome, attempt, now)
        }
        emit(.attemptEnded(outcome, retry: plan), attempt.place, now)
        stage = .waiting(attempt, plan, since: now, last: outcome)
        actions.append(.set(.retry, plan.until))
    }

    private func attemptEnd(_ outcome: AttemptOutcome) -> Event.Kind {
        if case .response(status: 200) = outcome { return .attemptAnswered }
        return .attemptEnded(outcome, retry: nil)
    }

    mutating func conclude(_ outcome: AttemptOutcome, _ attempt: Attempt, _ now: Instant) {
        switch outcome {
        case .response:
            emit(.processing, attempt.place, now)
            if let deadline { actions.append(.set(.limit, deadline)) }
            actions.append(.parse)
            stage = .processing(attempt)
        case .error(let error): finish(.failed(error), attempt.place, now)
        case .cancelled: finish(.cancelled, attempt.place, now)
        }
    }

    private mutating func conclude(
        parsing error: ClientError?, _ attempt: Attempt, _ now: Instant
    ) {
        guard let error else { return finish(.succeeded, attempt.place, now) }
        decide(about: .error(error), isParsed: true, attempt, now)
    }
}
