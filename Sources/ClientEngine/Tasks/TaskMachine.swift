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
///            ┌────────────── retry due / retryNow ─────────────┐
///            ▼                                                 │
///  start ─▶ exchange ──3xx──▶ exchange … ──answer/error──▶ waiting
///            │                                │               │ giveUp
///            │ cancel, limit                  ▼               ▼
///            └────────▶ done ◀──parsed── processing ◀─────────┘
/// ```
struct TaskMachine {
    /// What happens to a task.
    enum Input {
        /// It may begin.
        case start
        /// It cannot be sent.
        indirect case reject(ClientError)
        /// The exchange that was ordered begins, on the network or with a mock.
        case began(mock: MockReference?)
        /// The exchange reports; `at` of the call is when it happened.
        case signal(ExchangeSignal)
        /// A timer that was set has fired.
        case fired(Timer)
        /// The response was parsed, or could not be.
        indirect case parsed(ClientError?)
        /// Somebody wants it to end.
        case cancel
        /// Somebody does not want to wait for the next attempt.
        case retryNow
        /// Somebody does not want further attempts.
        case giveUp
    }

    /// The timers a task needs.
    enum Timer: Hashable {
        /// The wait before the next attempt.
        case retry
        /// The time that an attempt, or the whole task, may take.
        case limit
    }

    /// What is to be done, in order.
    enum Action: Equatable {
        case emit(Event)
        indirect case begin(ExchangeOrder)
        /// Ends the exchange under way; it must say nothing more.
        case abort
        case set(Timer, Instant)
        case clear(Timer)
        /// Has the response parsed.
        case parse
        indirect case finish(TaskOutcome)
    }

    private enum Stage: Equatable {
        case idle
        case exchange
        indirect case waiting(RetryPlan, since: Instant, last: AttemptOutcome)
        case processing
        case done
    }

    let id: TaskID
    let request: Request
    let url: RequestURL
    let settings: TaskSettings
    private let headers: Headers
    private let created: Instant
    private var stage = Stage.idle
    private var attempt = 0
    private var exchange = 0
    private var redirects = 0
    private var order: ExchangeOrder?
    private var head: ResponseHead?
    private var phase = Phase.queue
    private var exchangeStarted: Instant
    private var bytesReceived = 0
    private var givesUp = false
    private var actions: [Action] = []

    init(
        id: TaskID, request: Request, url: RequestURL, headers: Headers, settings: TaskSettings,
        created: Instant
    ) {
        self.id = id
        self.request = request
        self.url = url
        self.headers = headers
        self.settings = settings
        self.created = created
        exchangeStarted = created
    }

    /// Takes an input and adds what is to be done.
    mutating func handle(
        _ input: Input, at now: Instant, _ chance: RetryChance, into todo: inout [Action]
    ) {
        // Swapped in and out, so that no array is made for each input.
        swap(&actions, &todo)
        defer { swap(&actions, &todo) }
        switch (input, stage) {
        case (_, .done): break
        case (.reject(let error), .idle): finish(.failed(error), now)
        case (.start, .idle): startAttempt(reason: nil, waited: nil, now)
        case (.began(let mock), .exchange): began(mock, now)
        case (.signal(let signal), .exchange): take(signal, now, chance)
        case (.fired(.limit), .exchange): timeOut(now, chance)
        case (.fired(.retry), .waiting(let plan, let since, _)),
            (.retryNow, .waiting(let plan, let since, _)):
            actions.append(.clear(.retry))
            startAttempt(reason: plan.reason, waited: now - since, now)
        case (.giveUp, .waiting(_, _, let last)):
            actions.append(.clear(.retry))
            conclude(last, now)
        case (.giveUp, _): givesUp = true
        case (.parsed(let error), .processing): finish(error.map { .failed($0) } ?? .succeeded, now)
        case (.cancel, _): cancel(now)
        case (.reject, _), (.start, _), (.began, _), (.signal, _), (.fired, _), (.parsed, _), (.retryNow, _):
            break
        }
    }

    // MARK: - Attempts

    private mutating func startAttempt(reason: RetryReason?, waited: Duration?, _ now: Instant) {
        attempt += 1
        exchange = 0
        redirects = 0
        emit(.attemptStarted(reason: reason, waited: waited), now)
        let limits = [request.timeout.map { now + $0 }, request.deadline.map { created + $0 }]
        if let limit = limits.compactMap({ $0 }).min() { actions.append(.set(.limit, limit)) }
        let order = ExchangeOrder(
            method: request.method, url: url, headers: headers, body: request.body,
            deadlines: settings.deadlines)
        begin(order, now)
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

    private func plan(
        after outcome: AttemptOutcome, _ now: Instant, _ chance: RetryChance
    ) -> RetryPlan? {
        let ended = EndedAttempt(
            number: attempt, outcome: outcome, retryAfter: head?.headers.values(of: "Retry-After") ?? [],
            isIdempotent: settings.isIdempotent)
        guard !givesUp, settings.retry.answers(to: ended),
            let decision = settings.retry.decision(after: ended, now: chance.date(), random: chance.random())
        else {
            return nil
        }
        let until = now + decision.delay
        if let deadline = request.deadline, created + deadline <= until { return nil }
        return RetryPlan(
            reason: decision.reason, delay: decision.delay, until: until, explanation: decision.explanation)
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

    private mutating func begin(_ order: ExchangeOrder, _ now: Instant) {
        stage = .exchange
        exchange += 1
        exchangeStarted = now
        bytesReceived = 0
        head = nil
        phase = .queue
        self.order = order
        actions.append(.begin(order))
    }

    private mutating func began(_ mock: MockReference?, _ now: Instant) {
        guard let order else { return }
        emit(
            .exchangeStarted(
                ExchangeStart(method: order.method, url: order.url, body: order.body, mock: mock)), now)
        emit(.phase(.queue), now)
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
        do throws(ClientError) {
            if settings.followsRedirects, let redirect = try Redirect(after: head, to: order) {
                redirects += 1
                guard redirects <= settings.maximumRedirects else {
                    throw ClientError(
                        .redirect, .receive, "gave up after \(settings.maximumRedirects) redirects",
                        hint: "the redirects may go in a circle; look at them one by one")
                }
                return begin(redirect.order, now)
            }
        } catch {
            return endAttempt(.error(error), now, chance)
        }
        endAttempt(.response(status: head.status), now, chance)
    }

    private mutating func timeOut(_ now: Instant, _ chance: RetryChance) {
        let isPastDeadline = request.deadline.map { created + $0 <= now } ?? false
        let allowed = (isPastDeadline ? request.deadline : request.timeout) ?? .zero
        var error = ClientError(
            .timeout, phase, "not over after \(allowed.brief), while in the phase “\(phase.rawValue)”",
            hint: "allow more time with --timeout or # @timeout")
        error.elapsed = now - exchangeStarted
        error.bytesReceived = bytesReceived
        actions.append(.abort)
        emit(.exchangeEnded(ExchangeEnd(error: error)), now)
        endAttempt(.error(error), now, chance)
    }

    // MARK: - Ends

    private mutating func cancel(_ now: Instant) {
        switch stage {
        case .exchange:
            actions.append(.abort)
            emit(.exchangeEnded(ExchangeEnd(error: ClientError(.cancelled, phase, "cancelled"))), now)
            emit(.attemptEnded(.cancelled, retry: nil), now)
        case .waiting: actions.append(.clear(.retry))
        case .idle, .processing, .done: break
        }
        finish(.cancelled, now)
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
