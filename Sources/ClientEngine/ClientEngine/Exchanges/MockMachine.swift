/// The state machine of a mock's answer: a pure value.
///
/// ```
///  idle ─begin─▶ making ─made─▶ playing ─the last step─┬─▶ over      the end was reported, or never will be
///                  ▲               │ ▲                 ├─▶ passing   to the cache or the network
///                  │               └─┘ step by step    │
///                  └──────────── code is asked ────────┘
/// ```
struct MockMachine {
    /// What follows the last step.
    enum Sequel: Equatable {
        case nothing
        /// A closure makes the reply.
        case code
        /// A server answers.
        case passing
    }

    enum Stage: Equatable {
        case idle
        /// The answer is read and rendered, or made by a closure.
        case making
        /// The first of these steps is due at `due`.
        case playing(ArraySlice<MockScript.Step>, due: Instant, Sequel)
        case over
    }

    enum Input {
        case begin
        /// The answer consists of these steps.
        case made([MockScript.Step], Sequel)
        /// The answer cannot be made, or took too long.
        case failed(ClientError)
        /// The next step is due.
        case due
        /// The signals of a step were reported.
        case told
        case stop
    }

    enum Action: Equatable {
        case nothing
        /// Reads and renders the answer.
        ///
        /// The input `made` or `failed` comes next.
        case fillIn
        /// Calls the closure that makes the answer.
        ///
        /// The input `made` or `failed` comes next.
        case askCode
        /// Waits for the next step.
        ///
        /// The input `due` comes next.
        case wait(until: Instant)
        /// Reports the signals of a step.
        ///
        /// The input `told` comes next.
        case tell([ExchangeSignal])
        /// Passes the exchange to a server.
        case pass
        case fail(ClientError)
    }

    private(set) var stage = Stage.idle

    /// Returns the action for an input, or `nothing` if the input has no meaning in this stage, such as after a stop.
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
