/// Determines whether an exchange has waited too long: a pure value.
struct TransferDeadlines {
    let timeouts: Timeouts
    let started: Instant
    private(set) var phase: Phase = .queue
    private var phaseStarted: Instant
    private var headStarted: Instant?
    private var isHeadComplete = false
    private var lastActivity: Instant
    /// The reasons why the body is not received, so that the server is not the cause of a wait.
    private(set) var pauses: PauseReasons = []
    /// Indicates whether the next part of the request body is missing, so that nothing can be sent.
    private(set) var isStarved = false

    init(_ timeouts: Timeouts, started: Instant) {
        self.timeouts = timeouts
        self.started = started
        phaseStarted = started
        lastActivity = started
    }

    /// Indicates whether a byte of the final head has arrived.
    var hasFirstByte: Bool { headStarted != nil }

    mutating func enter(_ phase: Phase, at instant: Instant) {
        self.phase = phase
        phaseStarted = instant
        lastActivity = instant
        if phase == .receive, headStarted == nil { headStarted = instant }
    }

    mutating func noteFirstByte(at instant: Instant) {
        headStarted = headStarted ?? instant
    }

    mutating func noteHead(at instant: Instant) {
        isHeadComplete = true
        lastActivity = instant
    }

    mutating func noteActivity(at instant: Instant) {
        lastActivity = instant
    }

    mutating func pause(because reason: PauseReasons) {
        pauses.insert(reason)
    }

    /// Removes a reason.
    ///
    /// Returns `true` if it was the last one, so that receiving resumes.
    mutating func goOn(without reason: PauseReasons, at instant: Instant) -> Bool {
        guard !pauses.isDisjoint(with: reason) else { return false }
        pauses.subtract(reason)
        guard pauses.isEmpty else { return false }
        lastActivity = instant
        return true
    }

    mutating func starve() {
        isStarved = true
    }

    mutating func feed(at instant: Instant) {
        isStarved = false
        lastActivity = instant
    }

    /// The current wait: its subject, its start and its limit.
    private var current: (what: String, since: Instant, allowed: Duration?) {
        switch phase {
        case .queue, .dns, .connect, .tls: ("a connection", started, timeouts.connect)
        case .send: ("the server to take the request", lastActivity, isStarved ? nil : timeouts.idle)
        case .wait, .receive, .process:
            if let headStarted, !isHeadComplete {
                ("the rest of the response's head", headStarted, timeouts.head)
            } else if isHeadComplete {
                ("more of the body", lastActivity, pauses.isEmpty ? timeouts.idle : nil)
            } else {
                ("the first byte of the response", phaseStarted, timeouts.firstByte)
            }
        }
    }

    /// The time of the next deadline, or `nil` if there is none.
    var next: Instant? {
        current.allowed.map { current.since + $0 }
    }

    /// Returns the error of a deadline that has passed, or `nil`.
    func error(now: Instant) -> ClientError? {
        guard let allowed = current.allowed, current.since + allowed <= now else { return nil }
        let phase = hasFirstByte ? max(self.phase, .receive) : self.phase == .queue ? .connect : self.phase
        var error = ClientError(
            .timeout, phase, "waited \(allowed.brief) for \(current.what)",
            advice: .allowMoreTime)
        error.elapsed = now - started
        return error
    }
}
