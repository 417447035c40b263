/// The life of one task as a pure state machine: inputs in, actions out.
///
/// ```
///  adapting ─▶ preparing ─▶ exchange ─▶ challenged         in an attempt: one exchange after the other
///                ▲ ▲ ▲         │            │
///                │ │ └── 3xx ──┤◀─ stands ──┤
///                │ └── again ──┼────────────┘
///                │             ▼ answer, error
///           due, │         (deciding) ── no ──▶ processing ── parsed ──▶ done
///       retryNow └── waiting ◀─┘ ▲                  │
///                                └── not parsed ────┘
/// ```
///
/// A cancel is heard in every stage, a time limit in every one that waits for somebody.
struct TaskMachine {
    enum Stage: Equatable {
        case idle
        case adapting
        case preparing
        case exchange
        case challenged
        indirect case deciding(EndedAttempt)
        indirect case waiting(RetryPlan, since: Instant, last: AttemptOutcome)
        case processing
        case done
    }

    let id: TaskID
    private(set) var prepared: PreparedRequest
    let created: Instant
    /// Whether a 416 answers a part that was asked for behind the request's back.
    private let canStartOver: Bool
    private var authorization: TaskAuthorization
    var retries: TaskRetries
    var stage = Stage.idle
    private var attempt = 0
    private var exchange = 0
    private var redirects: RedirectCount
    private var hasStartedOver = false
    var progress: ExchangeProgress?
    var actions: [Action] = []

    init(id: TaskID, _ prepared: PreparedRequest, created: Instant, canStartOver: Bool = false) {
        self.canStartOver = canStartOver
        self.id = id
        self.prepared = prepared
        self.created = created
        authorization = prepared.settings.authorization
        redirects = RedirectCount(prepared.settings)
        let deadline = prepared.settings.options.totalTimeout.map { created + $0 }
        retries = TaskRetries(prepared.settings, deadline: deadline)
    }

    /// What goes with the newest exchange to prove who is asking.
    var credentials: Credentials? { progress?.order.credentials }
    var request: Request { prepared.request }
    var deadline: Instant? { prepared.settings.options.totalTimeout.map { created + $0 } }

    /// Takes an input and adds what is to be done.
    mutating func handle(
        _ input: Input, at now: Instant, _ chance: RetryChance, into todo: inout [Action]
    ) {
        // Swapped in and out, so that no array is made for each input.
        swap(&actions, &todo)
        defer { swap(&actions, &todo) }
        switch (input, stage) {
        case (_, .done): break
        case (.reject(let error), .idle), (.reject(let error), .adapting): finish(.failed(error), now)
        case (.start, .idle): startAttempt(reason: nil, waited: nil, now)
        case (.adapt, .idle): adapt()
        case (.adapted(let prepared), .adapting): adopt(prepared, now)
        case (.began(let mock), .preparing): began(mock, now)
        case (.unprepared(let error), .preparing): failToPrepare(error, now, chance)
        case (.signal(let signal), .exchange): take(signal, now, chance)
        case (.challenged(let verdict), .challenged): conclude(verdict, now, chance)
        case (.decided(let decision), .deciding(let ended)):
            actions.append(.clear(.limit))
            settle(ended, decision, now)
        case (.fired(.retry), .waiting(let plan, let since, _)),
            (.retryNow, .waiting(let plan, let since, _)):
            actions.append(.clear(.retry))
            startAttempt(reason: plan.reason, waited: now - since, now)
        case (.parsed(let error), .processing): conclude(parsing: error, now, chance)
        case (.fired(.limit), _): timeOut(now, chance)
        case (.giveUp, _): giveUp(now)
        case (.cancel, _): cancel(now)
        case (.reject, _), (.start, _), (.adapt, _), (.adapted, _), (.began, _), (.unprepared, _),
            (.signal, _), (.challenged, _), (.decided, _), (.fired, _), (.parsed, _), (.retryNow, _):
            break
        }
    }

    // MARK: - Before the first attempt

    private mutating func adapt() {
        stage = .adapting
        if let deadline { actions.append(.set(.limit, deadline)) }
        actions.append(.adapt)
    }

    private mutating func adopt(_ prepared: PreparedRequest, _ now: Instant) {
        let givesUp = retries.givesUp
        self = TaskMachine(id: id, prepared, created: created, canStartOver: canStartOver)
        retries.givesUp = givesUp
        startAttempt(reason: nil, waited: nil, now)
    }

    // MARK: - Attempts

    private mutating func startAttempt(reason: RetryReason?, waited: Duration?, _ now: Instant) {
        attempt += 1
        exchange = 0
        redirects = RedirectCount(prepared.settings)
        hasStartedOver = false
        emit(.attemptStarted(reason: reason, waited: waited), now)
        let limits = [prepared.settings.options.attemptTimeout.map { now + $0 }, deadline]
        if let limit = limits.compactMap({ $0 }).min() { actions.append(.set(.limit, limit)) }
        prepare(prepared.order, reason: nil, now)
    }

    mutating func endAttempt(_ outcome: AttemptOutcome, _ now: Instant, _ chance: RetryChance) {
        actions.append(.clear(.limit))
        decide(about: outcome, isParsed: false, now, chance)
    }

    /// Looks whether another attempt follows, at once or by asking those who decide about it.
    private mutating func decide(
        about outcome: AttemptOutcome, isParsed: Bool, _ now: Instant, _ chance: RetryChance
    ) {
        let head = progress?.head
        var ended = retries.ended(
            outcome, of: attempt, retryAfter: head?.headers.values(of: "Retry-After") ?? [])
        ended.isParsingFailure = isParsed
        // Who was told 401 in spite of a proof would be told so again.
        let isHopeless = head?.status == 401 && credentials != nil
        guard !isHopeless, !retries.givesUp else { return settle(ended, nil, now) }
        guard !retries.mustAsk || outcome.isSuccess else {
            stage = .deciding(ended)
            if let deadline { actions.append(.set(.limit, deadline)) }
            return actions.append(.decide(ended))
        }
        settle(ended, retries.decision(after: ended, chance), now)
    }

    mutating func settle(
        _ ended: EndedAttempt, _ decision: RetryDecision?, _ now: Instant
    ) {
        let outcome = ended.outcome
        guard let plan = decision.flatMap({ retries.plan($0, now) }) else {
            if !ended.isParsingFailure, case .standIn(let kept)? = progress?.substitute {
                return answer(from: kept, now)
            }
            if !ended.isParsingFailure { emit(.attemptEnded(outcome, retry: nil), now) }
            return conclude(outcome, now)
        }
        emit(.attemptEnded(outcome, retry: plan), now)
        stage = .waiting(plan, since: now, last: outcome)
        actions.append(.set(.retry, plan.until))
    }

    mutating func conclude(_ outcome: AttemptOutcome, _ now: Instant) {
        switch outcome {
        case .response:
            stage = .processing
            emit(.processing, now)
            if let deadline { actions.append(.set(.limit, deadline)) }
            actions.append(.parse)
        case .error(let error): finish(.failed(error), now)
        case .cancelled: finish(.cancelled, now)
        }
    }

    private mutating func conclude(parsing error: ClientError?, _ now: Instant, _ chance: RetryChance) {
        guard let error else { return finish(.succeeded, now) }
        decide(about: .error(error), isParsed: true, now, chance)
    }

    // MARK: - Exchanges

    private mutating func prepare(_ order: ExchangeOrder, reason: ExchangeStart.Reason?, _ now: Instant) {
        stage = .preparing
        exchange += 1
        progress = ExchangeProgress(order, reason: reason, at: now)
        actions.append(.prepare(order))
    }

    mutating func began(_ mock: MockReference?, _ now: Instant) {
        guard let progress else { return }
        stage = .exchange
        emit(.exchangeStarted(progress.start(mock: mock)), now)
        emit(.phase(.queue), now)
    }

    private mutating func failToPrepare(_ error: ClientError, _ now: Instant, _ chance: RetryChance) {
        began(nil, now)
        emit(.exchangeEnded(ExchangeEnd(error: error)), now)
        endAttempt(.error(error), now, chance)
    }

    private mutating func take(_ signal: ExchangeSignal, _ now: Instant, _ chance: RetryChance) {
        guard let told = progress?.note(signal) else { return }
        emit(told, now)
        if case .round(let reason) = signal { return beginRound(reason, now) }
        guard case .ended(let end) = signal else { return }
        if let error = end.error { return recover(from: error, now, chance) }
        guard let progress, let head = progress.head else { return }
        switch progress.substitute {
        case .confirmed(let kept): answer(from: kept, now)
        case .nothing: prepare(progress.order.reloading, reason: .cache, now)
        case .standIn, nil: answer(head, to: progress.order, now, chance)
        }
    }

    /// Has a request that nobody answered sent again within the attempt, where that is safe.
    private mutating func recover(from error: ClientError, _ now: Instant, _ chance: RetryChance) {
        guard let reason = progress?.setback, let order = progress?.order.repeated(for: reason) else {
            return endAttempt(.error(error), now, chance)
        }
        prepare(order, reason: reason, now)
    }

    private mutating func answer(from kept: KeptAnswer, _ now: Instant) {
        guard var order = progress?.order else { return }
        order.kept = kept
        prepare(order, reason: .cache, now)
    }

    /// Goes on with an exchange that libcurl has begun by itself.
    private mutating func beginRound(_ reason: ExchangeStart.Reason, _ now: Instant) {
        guard let order = progress?.order else { return }
        exchange += 1
        progress = ExchangeProgress(order, reason: reason, at: now)
        began(nil, now)
    }

    private mutating func answer(
        _ head: ResponseHead, to order: ExchangeOrder, _ now: Instant, _ chance: RetryChance
    ) {
        if head.status == 416, canStartOver, !hasStartedOver {
            // What was kept of an earlier try is of no use; the next order asks for the whole.
            hasStartedOver = true
            return prepare(order, reason: .restart, now)
        }
        do throws(ClientError) {
            if var next = try redirects.order(after: head, to: order, authorization) {
                next.isFromPublicAddress = progress?.reach == .outside
                return prepare(prepared.following(next), reason: .redirect, now)
            }
        } catch {
            return endAttempt(.error(error), now, chance)
        }
        guard authorization.asks(about: head.status, to: order) else {
            return endAttempt(.response(status: head.status), now, chance)
        }
        stage = .challenged
        actions.append(.challenge(order))
    }

    private mutating func conclude(_ verdict: Verdict, _ now: Instant, _ chance: RetryChance) {
        guard let progress, let status = progress.head?.status else { return }
        switch verdict {
        case .stands: endAttempt(.response(status: status), now, chance)
        case .fails(let error): endAttempt(.error(error), now, chance)
        case .sendAgain:
            if let error = authorization.beginRound() { return endAttempt(.error(error), now, chance) }
            retries.restart(with: attempt)
            prepare(progress.order, reason: .authentication, now)
        }
    }

    // MARK: - Telling

    mutating func finish(_ outcome: TaskOutcome, _ now: Instant) {
        stage = .done
        actions.append(.clear(.limit))
        emit(.ended(outcome), now)
        actions.append(.finish(outcome))
    }

    mutating func emit(_ what: Event.What, _ now: Instant) {
        actions.append(
            .emit(Event(task: id, attempt: attempt, exchange: exchange, at: now, what)))
    }
}
