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
struct TaskCompletion<Value: Sendable>: Sendable {
    typealias Callback = @Sendable (TaskResult<Value>) -> Void

    /// A closure that hears the result, once, on its executor, and is let go there.
    final class CompletionHandler: Sendable {
        let executor: CallbackExecutor
        private let state: Locked<(callback: Callback?, isSilent: Bool)>

        init(on executor: CallbackExecutor, _ callback: @escaping Callback) {
            self.executor = executor
            state = Locked((callback, false))
        }

        func call(_ result: TaskResult<Value>) {
            detach(unlessSilent: true)?(result)
        }

        func callLater(_ result: TaskResult<Value>) {
            executor.run { self.call(result) }
        }

        /// Has it called no more from now on, and let go on its executor.
        func letGo() {
            state.withLock { $0.isSilent = true }
            executor.run { _ = self.detach(unlessSilent: false) }
        }

        private func detach(unlessSilent: Bool) -> Callback? {
            state.withLock { state in
                guard !(unlessSilent && state.isSilent) else { return nil }
                defer { state.callback = nil }
                return state.callback
            }
        }
    }

    private enum State {
        case open(CompletionHandler?)
        case deciding(CompletionHandler?, latecomers: [CompletionHandler])
        case over(TaskResult<Value>)
    }

    private let promise = Promise<TaskResult<Value>>()
    private let state = Locked(State.open(nil))

    /// What became of the task.
    var result: TaskResult<Value> {
        get async { await promise.value }
    }

    /// Has the end told to a completion, in the place of the one before.
    func complete(_ completion: CompletionHandler) {
        let (replaced, result) = state.withLock { state -> (CompletionHandler?, TaskResult<Value>?) in
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
    func detachHandler() -> CompletionHandler? {
        state.withLock { state in
            guard case .open(let completion) = state else { return nil }
            state = .open(nil)
            return completion
        }
    }

    /// Lets every completion go uncalled, unless its call has begun.
    func silence() {
        let completions = state.withLock { state -> [CompletionHandler?] in
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
    func settle(
        _ pending: PendingCompletion,
        _ result: @escaping @Sendable (PendingCompletion.Decision) -> TaskResult<Value>
    ) {
        guard let completion else { return conclude(pending, for: nil, result) }
        completion.executor.run { self.conclude(pending, for: completion, result) }
    }

    private var completion: CompletionHandler? {
        state.withLock { if case .open(let completion) = $0 { completion } else { nil } }
    }

    private func conclude(
        _ pending: PendingCompletion, for expected: CompletionHandler?,
        _ result: @Sendable @escaping (PendingCompletion.Decision) -> TaskResult<Value>
    ) {
        let isExpected = state.withLock { state in
            guard case .open(let completion) = state, completion === expected else { return false }
            state = .deciding(completion, latecomers: [])
            return true
        }
        guard isExpected else { return settle(pending, result) }
        let decision = pending.decide()
        guard let close = pending.close else { return tell(result(decision), expected) }
        Task.detached { [self] in
            await close(decision.outcome, decision.response)
            guard let executor = expected?.executor else { return tell(result(decision), nil) }
            executor.run { self.tell(result(decision), expected) }
        }
    }

    private func tell(_ result: TaskResult<Value>, _ completion: CompletionHandler?) {
        let latecomers = state.withLock { state -> [CompletionHandler] in
            defer { state = .over(result) }
            guard case .deciding(_, let latecomers) = state else { return [] }
            return latecomers
        }
        promise.fulfil(result)
        completion?.call(result)
        for latecomer in latecomers { latecomer.callLater(result) }
    }
}
