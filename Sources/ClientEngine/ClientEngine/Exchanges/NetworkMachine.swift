/// The state machine of an exchange on the network: a pure value.
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
        /// The exchange waits until the limiter admits it.
        case queued
        case sending
        /// A handler decides about the server.
        ///
        /// If it rejects the server, the exchange ends with `rejection`.
        case asking(rejection: ExchangeEnd)
    }

    enum Input {
        case begin
        case admitted
        /// The transfer and the exchange are over.
        case ended
        /// The transfer is over only because a handler must decide about the server first.
        case undecided(ExchangeEnd)
        case decided(ServerTrust.Verdict)
        case stop
    }

    enum Action: Equatable {
        case nothing
        /// Asks the limiter for admission.
        case enter
        /// Starts a transfer, in the phase in which the previous one stopped.
        case connect(in: Phase)
        /// Asks the handler about the server.
        case ask
        /// Releases everything, and reports the end.
        case end(ExchangeEnd)
        /// Releases everything, and reports nothing.
        case leave
    }

    private(set) var stage = Stage.idle
    var isIdle: Bool { if case .idle = stage { true } else { false } }
    var isAsking: Bool { if case .asking = stage { true } else { false } }

    /// Returns the action for an input, or `nothing` if the input has no meaning in this stage, such as after a stop.
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
