extension TaskMachine {
    /// An input of the machine.
    enum Input {
        /// It may begin.
        case start
        /// It may begin once its request has been looked at by those who may change it.
        case adapt
        /// The request is as it shall be sent.
        case adapted(PreparedRequest)
        /// It cannot be sent.
        case reject(ClientError)
        /// Those who bring fields for the attempt were asked; its first exchange is to be prepared with them.
        case fields(Headers)
        /// The exchange that was to be prepared begins, on the network or with a mock.
        case began(mock: MockReference?)
        /// The exchange that was to be prepared cannot begin.
        case unprepared(ClientError)
        /// The exchange reports; `at` of the call is when it happened.
        case signal(ExchangeSignal)
        /// The credentials were asked about the answer.
        case challenged(ChallengeVerdict)
        /// Those who decide about another attempt were asked.
        indirect case decided(RetryDecision?)
        /// A timer that was set has fired.
        case fired(Timer)
        /// The response was parsed, or could not be.
        case parsed(ClientError?)
        /// Somebody wants it to end.
        case cancel
        /// Somebody does not want to wait for the next attempt.
        case retryNow
        /// Somebody does not want further attempts.
        case giveUp
        /// The program that asked has disconnected.
        case leave
    }

    /// The timers a task needs.
    enum Timer: Hashable {
        /// The wait before the next attempt.
        case retry
        /// The time that an attempt, or the whole task, may take.
        case limit
    }

    /// An action of the driver; several are performed in order, once the events were told.
    enum Action: Equatable {
        /// Has the request looked at by those who may change it; ends with `adapted` or `reject`.
        case adapt
        /// Has an exchange dressed in its credentials and begun; ends with `began` or `unprepared`, and comes
        /// again after `fields`, which only the first of an attempt may bring.
        case prepare(ExchangeRequest)
        /// Has the credentials asked about the answer; ends with `challenged`.
        case challenge(ExchangeRequest)
        /// Has those asked who decide about another attempt; ends with `decided`.
        indirect case decide(EndedAttempt)
        /// Ends what was asked for last; it must say nothing more.
        case abort
        /// Reports a fault of the engine: what came, and where the task stood.
        indirect case report(String)
        case set(Timer, Instant)
        case clear(Timer)
        case parse
        /// Ends the task; see ``TaskMachine/end``.
        case finish
    }
}

extension TaskMachine.Input {
    /// The word for it, without what it carries, which may be secret.
    var name: String {
        switch self {
        case .start: "start"
        case .adapt: "adapt"
        case .adapted: "adapted"
        case .reject: "reject"
        case .fields: "fields"
        case .began: "began"
        case .unprepared: "unprepared"
        case .signal(.told(let what)): "signal \(Self.label(of: what))"
        case .signal(let signal): "signal \(Self.label(of: signal))"
        case .challenged: "challenged"
        case .decided: "decided"
        case .fired(let timer): "fired \(timer)"
        case .parsed: "parsed"
        case .cancel: "cancel"
        case .retryNow: "retryNow"
        case .giveUp: "giveUp"
        case .leave: "leave"
        }
    }

    private static func label(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? ""
    }
}
