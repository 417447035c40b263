import Foundation

/// What deciding about a retry needs from outside; asked for only then.
struct RetryChance {
    /// The wall clock's time, which judges `Retry-After`.
    var date: () -> Date
    /// A number in 0..<1, for jitter.
    var random: () -> Double
}

/// The life of one task as a pure state machine: inputs in, actions out.
///
/// ```
///  adapting ─▶ preparing ─▶ exchange ─▶ challenged          each in an attempt: one exchange after the other
///                  ▲            │            │
///                  ├── 3xx ─────┤            │
///                  ├── again ───┼────────────┤
///                  │            └── answer, error
///                  │                       │
///                  └── due, retryNow ── waiting ── giveUp ──▶ processing ── parsed ──▶ done
/// ```
///
/// A cancel, or a time limit, is heard in every stage.
struct TaskMachine {
    private enum Stage: Equatable {
        case idle
        case adapting
        case preparing
        case exchange
        case challenged
        case waiting(RetryPlan, since: Instant, last: AttemptOutcome)
        case processing
        case done
    }

    let id: TaskID
    private(set) var prepared: PreparedRequest
    private let created: Instant
    /// Whether a 416 answers a part that was asked for behind the request's back.
    private let canStartOver: Bool
    private var authorization: TaskAuthorization
    private var retries: TaskRetries
    private var stage = Stage.idle
    private var attempt = 0
    private var exchange = 0
    private var redirects = 0
    private var hasStartedOver = false
    private var order: ExchangeOrder?
    private var reason: ExchangeStart.Reason?
    private var head: ResponseHead?
    private var phase = Phase.queue
    private var exchangeStarted: Instant
    private var bytesReceived = 0
    private var actions: [Action] = []

    init(id: TaskID, _ prepared: PreparedRequest, created: Instant, canStartOver: Bool = false) {
        self.canStartOver = canStartOver
        self.id = id
        self.prepared = prepared
        self.created = created
        exchangeStarted = created
        authorization = prepared.settings.authorization
        retries = TaskRetries(prepared.settings, deadline: prepared.request.deadline.map { created + $0 })
    }

    private var request: Request { prepared.request }
    private var deadline: Instant? { request.deadline.map { created + $0 } }

    /// Takes an input and says what is to be done.
    ///
    mutating func handle(
        _ input: Input, at now: Instant, _ chance: RetryChance
    ) -> [Action] {
        defer { actions = [] }
        switch (input, stage) {
        case (_, .done): break
        case (.reject(let error), .idle), (.reject(let error), .adapting): finish(.failed(error), now)
        case (.start, .idle): startAttempt(reason: nil, waited: nil, now)
        case (.adapt, .idle): adapt()
        case (.adapted(let prepared), .adapting):
            adopt(prepared)
            startAttempt(reason: nil, waited: nil, now)
        case (.began(let mock), .preparing): began(mock, now)
        case (.unprepared(let error), .preparing): failToPrepare(error, now, chance)
        case (.signal(let signal), .exchange): take(signal, now, chance)
        case (.challenged(let verdict), .challenged): conclude(verdict, now, chance)
        case (.fired(.limit), _): timeOut(now, chance)
        case (.fired(.retry), .waiting(let plan, let since, _)),
            (.retryNow, .waiting(let plan, let since, _)):
            actions.append(.clear(.retry))
            startAttempt(reason: plan.reason, waited: now - since, now)
        case (.giveUp, .waiting(_, _, let last)):
            actions.append(.clear(.retry))
            conclude(last, now)
        case (.giveUp, _): retries.givesUp = true
        case (.parsed(let error), .processing): finish(error.map { .failed($0) } ?? .succeeded, now)
        case (.cancel, _): cancel(now)
        case (.reject, _), (.start, _), (.adapt, _), (.adapted, _), (.began, _), (.unprepared, _),
            (.signal, _), (.challenged, _), (.fired, _), (.parsed, _), (.retryNow, _):
            break
        }
        return actions
    }

    // MARK: - Before the first attempt

    private mutating func adapt() {
        stage = .adapting
        if let deadline { actions.append(.set(.limit, deadline)) }
        actions.append(.adapt)
    }

    private mutating func adopt(_ prepared: PreparedRequest) {
        let givesUp = retries.givesUp
        self = TaskMachine(id: id, prepared, created: created, canStartOver: canStartOver)
        retries.givesUp = givesUp
    }

    // MARK: - Attempts

    private mutating func startAttempt(reason: RetryReason?, waited: Duration?, _ now: Instant) {
        attempt += 1
        exchange = 0
        redirects = 0
        hasStartedOver = false
        emit(.attemptStarted(reason: reason, waited: waited), now)
        let limits = [request.timeout.map { now + $0 }, deadline]
        if let limit = limits.compactMap({ $0 }).min() { actions.append(.set(.limit, limit)) }
        let url = prepared.url ?? .unusable
        let order = ExchangeOrder(
            method: request.method, url: url, headers: prepared.headers, body: request.body,
            deadlines: prepared.settings.deadlines, credentials: authorization.credentials(for: url))
        prepare(order, reason: nil, now)
    }

    private mutating func endAttempt(
        _ outcome: AttemptOutcome, _ now: Instant, _ chance: RetryChance
    ) {
        actions.append(.clear(.limit))
        guard let plan = plan(after: outcome, now, chance) else {
            emit(.attemptEnded(outcome, retry: nil), now)
            return conclude(outcome, now)
        }
        emit(.attemptEnded(outcome, retry: plan), now)
        stage = .waiting(plan, since: now, last: outcome)
        actions.append(.set(.retry, plan.until))
    }

    private func plan(after outcome: AttemptOutcome, _ now: Instant, _ chance: RetryChance) -> RetryPlan? {
        // Who was told 401 in spite of a proof would be told so again.
        if outcome == .response(status: 401), order?.credentials != nil { return nil }
        return retries.plan(
            after: outcome, of: attempt, retryAfter: head?.headers.values(of: "Retry-After") ?? [], now,
            chance)
    }

    private mutating func conclude(_ outcome: AttemptOutcome, _ now: Instant) {
        switch outcome {
        case .response:
            stage = .processing
            emit(.processing, now)
            actions.append(.parse)
        case .error(let error): finish(.failed(error), now)
        case .cancelled: finish(.cancelled, now)
        }
    }

    // MARK: - Exchanges

    private mutating func prepare(_ order: ExchangeOrder, reason: ExchangeStart.Reason?, _ now: Instant) {
        stage = .preparing
        exchange += 1
        exchangeStarted = now
        bytesReceived = 0
        head = nil
        phase = .queue
        self.order = order
        self.reason = reason
        actions.append(.prepare(order))
    }

    private mutating func began(_ mock: MockReference?, _ now: Instant) {
        guard let order else { return }
        stage = .exchange
        var start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: mock)
        start.reason = reason
        emit(.exchangeStarted(start), now)
        emit(.phase(.queue), now)
    }

    private mutating func failToPrepare(_ error: ClientError, _ now: Instant, _ chance: RetryChance) {
        began(nil, now)
        emit(.exchangeEnded(ExchangeEnd(error: error)), now)
        endAttempt(.error(error), now, chance)
    }

    private mutating func take(
        _ signal: ExchangeSignal, _ now: Instant, _ chance: RetryChance
    ) {
        switch signal {
        case .phase(let phase):
            self.phase = phase
            emit(.phase(phase), now)
        case .connected(let connection): emit(.connected(connection), now)
        case .requestHead(let bytes): emit(.requestHead(bytes), now)
        case .sent(let total, let expected): emit(.sent(total: total, expected: expected), now)
        case .interim(let head): emit(.interim(head), now)
        case .head(let head):
            self.head = head
            emit(.head(head), now)
        case .received(let bytes):
            bytesReceived += bytes.count
            emit(.received(bytes), now)
        case .delivered(let count):
            bytesReceived += count
            emit(.delivered(count), now)
        case .anomaly(let anomaly): emit(.anomaly(anomaly), now)
        case .ended(let end):
            emit(.exchangeEnded(end), now)
            if let error = end.error { return endAttempt(.error(error), now, chance) }
            guard let head, let order else { return }
            answer(head, to: order, now, chance)
        }
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
            if prepared.settings.followsRedirects, var redirect = try Redirect(after: head, to: order)?.order
            {
                redirects += 1
                guard redirects <= prepared.settings.maximumRedirects else {
                    throw .tooManyRedirects(prepared.settings.maximumRedirects)
                }
                if order.credentials != nil {
                    redirect.credentials = authorization.credentials(for: redirect.url)
                }
                return prepare(redirect, reason: .redirect, now)
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
        guard let head, let order else { return }
        switch verdict {
        case .stands: endAttempt(.response(status: head.status), now, chance)
        case .fails(let error): endAttempt(.error(error), now, chance)
        case .sendAgain where authorization.beginRound():
            retries.restart(with: attempt)
            prepare(order, reason: .authentication, now)
        case .sendAgain: endAttempt(.error(.endlessChallenge), now, chance)
        }
    }

    private mutating func timeOut(_ now: Instant, _ chance: RetryChance) {
        let isPastDeadline = deadline.map { $0 <= now } ?? false
        let allowed = (isPastDeadline ? request.deadline : request.timeout) ?? .zero
        var error = ClientError(
            .timeout, phase, "not over after \(allowed.brief), while in the phase “\(phase.rawValue)”",
            hint: "allow more time with --timeout or # @timeout")
        error.elapsed = now - exchangeStarted
        error.bytesReceived = bytesReceived
        switch stage {
        case .adapting:
            actions.append(.abort)
            finish(.failed(error), now)
        case .preparing, .exchange, .challenged:
            abort(error, now)
            endAttempt(.error(error), now, chance)
        case .idle, .waiting, .processing, .done: break
        }
    }

    // MARK: - Ends

    private mutating func cancel(_ now: Instant) {
        switch stage {
        case .preparing, .exchange, .challenged:
            abort(ClientError(.cancelled, phase, "cancelled"), now)
            emit(.attemptEnded(.cancelled, retry: nil), now)
        case .adapting: actions.append(.abort)
        case .waiting: actions.append(.clear(.retry))
        case .idle, .processing, .done: break
        }
        finish(.cancelled, now)
    }

    /// Ends the exchange under way, which has begun and ended on record whatever becomes of it.
    private mutating func abort(_ error: ClientError, _ now: Instant) {
        actions.append(.abort)
        if stage == .preparing { began(nil, now) }
        if stage != .challenged { emit(.exchangeEnded(ExchangeEnd(error: error)), now) }
    }

    private mutating func finish(_ outcome: TaskOutcome, _ now: Instant) {
        stage = .done
        actions.append(.clear(.limit))
        emit(.ended(outcome), now)
        actions.append(.finish(outcome))
    }

    private mutating func emit(_ what: Event.What, _ now: Instant) {
        actions.append(
            .emit(Event(task: id, attempt: attempt, exchange: exchange, at: now, what)))
    }
}

extension ClientError {
    fileprivate static func tooManyRedirects(_ count: Int) -> ClientError {
        ClientError(
            .redirect, .receive, "gave up after \(count) redirects",
            hint: "the redirects may go in a circle; look at them one by one")
    }

    fileprivate static var endlessChallenge: ClientError {
        ClientError(
            .auth, .receive, "the server refuses every proof and asks for another",
            hint: "check the name and the password")
    }
}
