/// How a task ends for those who asked for it: decided once, where the completion runs, and told to everybody.
///
/// ```
///  all is done ─▶ settle ──┬─ no completion ─────────────▶ decide ─▶ promise
///                          └─ hop to its executor ─▶ still the one? ─▶ decide ─▶ promise ─▶ completion
///                                    ▲                    │ no, replaced
///                                    └────────────────────┘
/// ```
///
/// As the decision falls on the completion's own executor, what was cancelled from there before is cancelled for sure.
final class TaskEnd<Value: Sendable>: Sendable {
    typealias Handler = @Sendable (TaskResult<Value>) -> Void

    /// A closure that hears the result, once, on its executor, and is let go there.
    final class Completion: Sendable {
        let executor: CallbackExecutor
        private let state: Locked<(handler: Handler?, isSilent: Bool)>

        init(on executor: CallbackExecutor, _ handler: @escaping Handler) {
            self.executor = executor
            state = Locked((handler, false))
        }

        func call(_ result: TaskResult<Value>) {
            take(unlessSilent: true)?(result)
        }

        func callLater(_ result: TaskResult<Value>) {
            executor.run { self.call(result) }
        }

        /// Has it called no more from now on, and let go on its executor.
        func letGo() {
            state.withLock { $0.isSilent = true }
            executor.run { _ = self.take(unlessSilent: false) }
        }

        private func take(unlessSilent: Bool) -> Handler? {
            state.withLock { state in
                guard !(unlessSilent && state.isSilent) else { return nil }
                defer { state.handler = nil }
                return state.handler
            }
        }
    }

    private enum State {
        case open(Completion?)
        case deciding(Completion?, latecomers: [Completion])
        case over(TaskResult<Value>)
    }

    private let promise = Promise<TaskResult<Value>>()
    private let state = Locked(State.open(nil))

    /// What became of the task.
    var result: TaskResult<Value> {
        get async { await promise.value }
    }

    /// Has the end told to a completion, in the place of the one before.
    func complete(_ completion: Completion) {
        let (replaced, result) = state.withLock { state -> (Completion?, TaskResult<Value>?) in
            switch state {
            case .open(let old):
                state = .open(completion)
                return (old, nil)
            case .deciding(let first, let latecomers):
                state = .deciding(first, latecomers: latecomers + [completion])
                return (nil, nil)
            case .over(let result): return (nil, result)
            }
        }
        replaced?.letGo()
        if let result { completion.callLater(result) }
    }

    /// Takes the completion out, unless the end is being told to it.
    func takeCompletion() -> Completion? {
        state.withLock { state in
            guard case .open(let completion) = state else { return nil }
            state = .open(nil)
            return completion
        }
    }

    /// Lets every completion go uncalled, unless its call has begun.
    func silence() {
        let completions = state.withLock { state -> [Completion?] in
            switch state {
            case .open(let completion):
                state = .open(nil)
                return [completion]
            case .deciding(let first, let latecomers): return [first] + latecomers
            case .over: return []
            }
        }
        for completion in completions { completion?.letGo() }
    }

    /// Ends the task where its completion runs; at once where there is none.
    func settle(_ ending: Ending, _ result: @escaping @Sendable (Ending.Decision) -> TaskResult<Value>) {
        guard let completion else { return conclude(ending, for: nil, result) }
        completion.executor.run { self.conclude(ending, for: completion, result) }
    }

    private var completion: Completion? {
        state.withLock { if case .open(let completion) = $0 { completion } else { nil } }
    }

    private func conclude(
        _ ending: Ending, for expected: Completion?,
        _ result: @Sendable @escaping (Ending.Decision) -> TaskResult<Value>
    ) {
        let isExpected = state.withLock { state in
            guard case .open(let completion) = state, completion === expected else { return false }
            state = .deciding(completion, latecomers: [])
            return true
        }
        guard isExpected else { return settle(ending, result) }
        let decision = ending.decide()
        guard let close = ending.close else { return tell(result(decision), expected) }
        Task.detached { [self] in
            await close(decision.outcome, decision.response)
            guard let executor = expected?.executor else { return tell(result(decision), nil) }
            executor.run { self.tell(result(decision), expected) }
        }
    }

    private func tell(_ result: TaskResult<Value>, _ completion: Completion?) {
        let latecomers = state.withLock { state -> [Completion] in
            defer { state = .over(result) }
            guard case .deciding(_, let latecomers) = state else { return [] }
            return latecomers
        }
        promise.fulfil(result)
        completion?.call(result)
        for latecomer in latecomers { latecomer.callLater(result) }
    }
}
