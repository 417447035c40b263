extension TaskMachine {
    /// An input of the machine.
    enum Input {
        /// The task may start.
        case start
        /// The task may start after interceptors have adapted its request.
        case adapt
        /// The request is adapted.
        case adapted(PreparedRequest)
        /// The request cannot be sent.
        case reject(ClientError)
        /// The header fields for the attempt are known.
        ///
        /// Its first exchange is prepared with them.
        case fields(Headers)
        /// The prepared exchange has started, on the network or with a mock.
        case began(mock: MockReference?)
        /// The exchange cannot start.
        case unprepared(ClientError)
        /// The exchange reports a signal.
        ///
        /// The parameter `at` of the call is the time when it occurred.
        case signal(ExchangeSignal)
        /// The credentials have answered the challenge.
        case challenged(ChallengeVerdict)
        /// The retry judges have decided about another attempt.
        indirect case decided(RetryDecision?)
        /// A timer has fired.
        case fired(Timer)
        /// The response was parsed, with or without an error.
        case parsed(ClientError?)
        /// A caller cancels the task.
        case cancel
        /// A caller ends the wait before the next attempt.
        case retryNow
        /// A caller prevents further attempts.
        case giveUp
        /// The program that receives the response has disconnected.
        case leave
    }

    /// The timers of a task.
    enum Timer: Hashable {
        /// The wait before the next attempt.
        case retry
        /// The time limit of an attempt or of the whole task.
        case limit
    }

    /// An action of the driver.
    ///
    /// Several actions are performed in order, after the events were reported.
    enum Action: Equatable {
        /// Passes the request to interceptors.
        ///
        /// The input `adapted` or `reject` comes next.
        case adapt
        /// Adds credentials to an exchange and starts it.
        ///
        /// The input `began` or `unprepared` comes next. After the input `fields`, which only the first exchange of an
        /// attempt may cause, the action comes again.
        case prepare(ExchangeRequest)
        /// Passes the challenge to the credentials.
        ///
        /// The input `challenged` comes next.
        case challenge(ExchangeRequest)
        /// Asks the retry judges about another attempt.
        ///
        /// The input `decided` comes next.
        indirect case decide(EndedAttempt)
        /// Stops the last action.
        ///
        /// It must not cause an input any more.
        case abort
        /// Reports a fault of the engine: the input and the stage of the task.
        indirect case report(String)
        case set(Timer, Instant)
        case clear(Timer)
        case parse
        /// Ends the task; see ``TaskMachine/end``.
        case finish
    }
}

extension TaskMachine.Input {
    /// The name of the input, without its content, which may be secret.
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
