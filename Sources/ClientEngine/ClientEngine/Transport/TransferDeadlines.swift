/// Judges whether an exchange has waited too long: a pure value fed with what happens.
struct TransferDeadlines {
    let timeouts: Timeouts
    let started: Instant
    private(set) var phase: Phase = .queue
    private var phaseStarted: Instant
    private var headStarted: Instant?
    private var isHeadComplete = false
    private var lastActivity: Instant
    /// The reasons why nobody takes the body just now, so that its silence is not the server's.
    private(set) var pauses: PauseReasons = []
    /// Indicates whether the request's body is not there just now, so that nothing can be sent.
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

    /// Takes a reason away; true when it was the last, and the body is taken again.
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

    /// The present wait: its subject, its beginning, and its limit.
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

    /// The instant at which the nearest deadline passes.
    var next: Instant? {
        current.allowed.map { current.since + $0 }
    }

    /// The error of the deadline that has passed, if one has.
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
