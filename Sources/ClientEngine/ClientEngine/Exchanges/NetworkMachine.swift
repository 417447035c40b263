/// The progress of an exchange on the network: a pure value.
///
/// ```
///  idle ─begin─▶ queued ─admitted─▶ sending ─ended─▶ idle
///                                    │   ▲
///                  a server to decide│   │accepted, on a new connection
///                              about ▼   │
///                                   asking ─rejected─▶ idle
/// ```
struct NetworkMachine {
    enum Stage: Equatable {
        case idle
        /// It waits for its place among as many as may be on the network.
        case queued
        case sending
        /// Somebody decides about the server; rejected, the exchange ends with this.
        case asking(rejection: ExchangeEnd)
    }

    enum Input {
        case begin
        case admitted
        /// The transfer is over, and the exchange with it.
        case ended
        /// The transfer is over, only because somebody has to decide about the server first.
        case undecided(ExchangeEnd)
        case decided(ServerTrust.Verdict)
        case stop
    }

    enum Action: Equatable {
        case nothing
        /// Waits for a place.
        case enter
        /// Begins a transfer, in the phase where one before it broke off.
        case connect(in: Phase)
        /// Asks about the server.
        case ask
        /// Gives everything back, and tells the end.
        case end(ExchangeEnd)
        /// Gives everything back, and says nothing.
        case leave
    }

    private(set) var stage = Stage.idle
    var isIdle: Bool { if case .idle = stage { true } else { false } }

    /// Returns the action for an input; none where the stage has no use for it, as for what comes behind a stop.
    mutating func handle(_ input: Input) -> Action {
        switch (input, stage) {
        case (.begin, .idle):
            stage = .queued
            return .enter
        case (.admitted, .queued):
            stage = .sending
            return .connect(in: .queue)
        case (.ended, .sending), (.stop, .queued), (.stop, .sending), (.stop, .asking):
            stage = .idle
            return .leave
        case (.undecided(let end), .sending):
            stage = .asking(rejection: end)
            return .ask
        case (.decided(.accept), .asking):
            stage = .sending
            return .connect(in: .tls)
        case (.decided(.reject), .asking(let end)):
            stage = .idle
            return .end(end)
        case (.begin, _), (.admitted, _), (.ended, _), (.undecided, _), (.decided, _), (.stop, .idle):
            return .nothing
        }
    }
}
