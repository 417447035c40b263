/// The progress of a mock's answer: a pure value.
///
/// ```
///  idle ─begin─▶ making ─made─▶ playing ─the last step─┬─▶ over      it has told the end, or never will
///                  ▲               │ ▲                 ├─▶ passing   to the cache or the network
///                  │               └─┘ step by step    │
///                  └──────────── code is asked ────────┘
/// ```
struct MockMachine {
    /// The end that follows the last step.
    enum Sequel: Equatable {
        case nothing
        /// Code makes the reply.
        case code
        /// A server answers.
        case passing
    }

    enum Stage: Equatable {
        case idle
        /// The answer is read and filled in, or made by code.
        case making
        /// The first of these steps is due then.
        case playing(ArraySlice<MockScript.Step>, due: Instant, Sequel)
        case over
    }

    enum Input {
        case begin
        /// It says this.
        case made([MockScript.Step], Sequel)
        /// It cannot say anything, or took too long.
        case failed(ClientError)
        /// The next step is due.
        case due
        /// The signals of a step were told.
        case told
        case stop
    }

    enum Action: Equatable {
        case nothing
        /// Has it read and filled in; ends with `made` or `failed`.
        case fillIn
        /// Has code make it; ends with `made` or `failed`.
        case askCode
        /// Waits for the next step; ends with `due`.
        case wait(until: Instant)
        /// Tells the signals of a step; ends with `told`.
        case tell([ExchangeSignal])
        /// Hands on to a server.
        case pass
        case fail(ClientError)
    }

    private(set) var stage = Stage.idle

    /// Returns the action for an input; none where the stage has no use for it, as for what comes behind a stop.
    mutating func handle(_ input: Input, at now: @autoclosure () -> Instant) -> Action {
        switch (input, stage) {
        case (.begin, .idle):
            stage = .making
            return .fillIn
        case (.made(let steps, let sequel), .making): return play(steps[...], from: now(), sequel)
        case (.failed(let error), .making):
            stage = .over
            return .fail(error)
        case (.due, .playing(let steps, _, _)): return .tell(steps.first?.signals ?? [])
        case (.told, .playing(let steps, let due, let sequel)):
            return play(steps.dropFirst(), from: due, sequel)
        case (.stop, _):
            stage = .over
            return .nothing
        case (.begin, _), (.made, _), (.failed, _), (.due, _), (.told, _): return .nothing
        }
    }

    private mutating func play(
        _ steps: ArraySlice<MockScript.Step>, from instant: Instant, _ sequel: Sequel
    ) -> Action {
        if let step = steps.first {
            let due = instant + step.after
            stage = .playing(steps, due: due, sequel)
            return .wait(until: due)
        }
        switch sequel {
        case .nothing:
            stage = .over
            return .nothing
        case .code:
            stage = .making
            return .askCode
        case .passing:
            stage = .over
            return .pass
        }
    }
}
