/// The end of a task for those who asked for it: decided once, where the completion runs, and told to everybody.
///
/// ```
///  all is done ─▶ settle ──┬─ no completion ─────────────▶ decide ─▶ waiters
///                          └─ hop to its executor ─▶ still the one? ─▶ decide ─▶ waiters ─▶ completion
///                                    ▲                    │ no, replaced
///                                    └────────────────────┘
/// ```
///
/// As the decision falls on the completion's own executor, what was cancelled from there before is cancelled for sure.
struct TaskCompletion<Value: Sendable>: Sendable {
    // Each is resumed once: it is taken out, or never put in, under the lock.
    private typealias Waiter = UnsafeContinuation<TaskResult<Value>, Never>
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

    private enum Stage {
        case open(CompletionHandler?)
        case deciding(CompletionHandler?, latecomers: [CompletionHandler])
        case over(TaskResult<Value>)
    }

    private struct State {
        var stage = Stage.open(nil)
        /// The first who waits, and mostly the only one.
        var waiter: Waiter?
        var others: [Waiter] = []
    }

    private let state = Locked(State())

    /// The result, waited for.
    var result: TaskResult<Value> {
        get async {
            await withUnsafeContinuation { waiter in
                let result = state.withLock { state -> TaskResult<Value>? in
                    if case .over(let result) = state.stage { return result }
                    if state.waiter == nil { state.waiter = waiter } else { state.others.append(waiter) }
                    return nil
                }
                if let result { waiter.resume(returning: result) }
            }
        }
    }

    /// Has the end told to a completion, in the place of the one before.
    func complete(_ completion: CompletionHandler) {
        let (replaced, result) = state.withLock { state -> (CompletionHandler?, TaskResult<Value>?) in
            switch state.stage {
            case .open(let old):
                state.stage = .open(completion)
                return (old, nil)
            case .deciding(let first, let latecomers):
                state.stage = .deciding(first, latecomers: latecomers + [completion])
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
            guard case .open(let completion) = state.stage else { return nil }
            state.stage = .open(nil)
            return completion
        }
    }

    /// Lets every completion go uncalled, unless its call has begun.
    func silence() {
        let completions = state.withLock { state -> [CompletionHandler?] in
            switch state.stage {
            case .open(let completion):
                state.stage = .open(nil)
                return [completion]
            case .deciding(let first, let latecomers): return [first] + latecomers
            case .over: return []
            }
        }
        for completion in completions { completion?.letGo() }
    }

    /// Ends the task where its completion runs.
    ///
    /// If there is none, and nothing is to be done before, the end is decided at once, and ``tell(_:)`` is to be called with it.
    func settle(
        _ pending: PendingCompletion,
        _ result: @escaping @Sendable (PendingCompletion.Decision) -> TaskResult<Value>
    ) -> PendingCompletion.Decision? {
        if let completion {
            completion.executor.run { self.conclude(pending, for: completion, result) }
        } else if pending.close != nil {
            conclude(pending, for: nil, result)
        } else {
            return decides(for: nil) ? pending.decide() : settle(pending, result)
        }
        return nil
    }

    func tell(_ result: TaskResult<Value>) {
        tell(result, nil)
    }

    private var completion: CompletionHandler? {
        state.withLock { if case .open(let completion) = $0.stage { completion } else { nil } }
    }

    /// Begins to decide, unless the completion is not the expected one any more.
    private func decides(for expected: CompletionHandler?) -> Bool {
        state.withLock { state in
            guard case .open(let completion) = state.stage, completion === expected else { return false }
            state.stage = .deciding(completion, latecomers: [])
            return true
        }
    }

    private func conclude(
        _ pending: PendingCompletion, for expected: CompletionHandler?,
        _ result: @Sendable @escaping (PendingCompletion.Decision) -> TaskResult<Value>
    ) {
        guard decides(for: expected) else {
            guard let decision = settle(pending, result) else { return }
            decision.announce()
            return tell(result(decision))
        }
        let decision = pending.decide()
        decision.announce()
        guard let close = pending.close else { return tell(result(decision), expected) }
        Task.detached { [self] in
            await close(decision.outcome, decision.response)
            guard let executor = expected?.executor else { return tell(result(decision), nil) }
            executor.run { self.tell(result(decision), expected) }
        }
    }

    private func tell(_ result: TaskResult<Value>, _ completion: CompletionHandler?) {
        let before = state.withLock { state in
            defer { state = State(stage: .over(result)) }
            return state
        }
        before.waiter?.resume(returning: result)
        for waiter in before.others { waiter.resume(returning: result) }
        completion?.call(result)
        guard case .deciding(_, let latecomers) = before.stage else { return }
        for latecomer in latecomers { latecomer.callLater(result) }
    }
}
