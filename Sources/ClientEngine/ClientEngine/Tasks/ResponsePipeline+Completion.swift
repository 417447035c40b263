// The end of a task for its callers. It is decided once, on the executor of the completion, and then reported to all.
//
//  all is done ─▶ settle ──┬─ no completion ─────────────▶ decide ─▶ waiters
//                          └─ hop to its executor ─▶ still the one? ─▶ decide ─▶ waiters ─▶ completion
//                                    ▲                    │ no, replaced
//                                    └────────────────────┘
//
// Because the decision is made on the executor of the completion, an earlier cancellation from there is always
// effective.

extension ResponsePipeline {
    /// The progress of the end.
    struct TaskCompletion {
        enum Stage {
            case open(CompletionHandler?)
            case deciding(CompletionHandler?, latecomers: [CompletionHandler])
            case over(TaskResult<any Sendable>)
        }

        var stage = Stage.open(nil)
        var waiters = TaskWaiters()
    }

    /// The result of the task.
    ///
    /// Reading it waits for the end.
    var result: TaskResult<any Sendable> {
        get async {
            await withUnsafeContinuation { waiter in
                let isOver = state.withLock { state in
                    if case .over = state.completion.stage { return true }
                    state.completion.waiters.add(waiter)
                    return false
                }
                if isOver { waiter.resume() }
            }
            return state.withLock { state in
                guard case .over(let result) = state.completion.stage else {
                    preconditionFailure("who waits for a task is woken when it is over")
                }
                return result
            }
        }
    }

    /// Sets the completion, which replaces an earlier one.
    func complete(_ completion: CompletionHandler) {
        let (replaced, result) = state.withLock { state -> (CompletionHandler?, TaskResult<any Sendable>?) in
            switch state.completion.stage {
            case .open(let old):
                state.completion.stage = .open(completion)
                return (old, nil)
            case .deciding(let first, let latecomers):
                state.completion.stage = .deciding(first, latecomers: latecomers + [completion])
                return (nil, nil)
            case .over(let result): return (nil, result)
            }
        }
        replaced?.letGo()
        if let result { completion.callLater(result) }
    }

    /// Removes and returns the completion, unless it is about to be called.
    func detachCompletion() -> CompletionHandler? {
        state.withLock { state in
            guard case .open(let completion) = state.completion.stage else { return nil }
            state.completion.stage = .open(nil)
            return completion
        }
    }

    /// Releases all completions without a call, unless the call has started.
    func silence() {
        let completions = state.withLock { state -> [CompletionHandler?] in
            switch state.completion.stage {
            case .open(let completion):
                state.completion.stage = .open(nil)
                return [completion]
            case .deciding(let first, let latecomers): return [first] + latecomers
            case .over: return []
            }
        }
        for completion in completions { completion?.letGo() }
    }

    /// Ends the task, once, on the loop.
    ///
    /// Returns the decision if the task can end at once. In this case, the caller notifies the observers and then calls
    /// ``tell(_:)``. Otherwise it returns `nil`, and the task ends on its completion's executor.
    func settle(_ pending: PendingCompletion) -> PendingCompletion.Decision? {
        let completion = state.withLock { state -> CompletionHandler? in
            guard case .open(let completion) = state.completion.stage else { return nil }
            // Without a completion and other work, the decision is made at once.
            if completion == nil, pending.close == nil {
                state.completion.stage = .deciding(nil, latecomers: [])
            }
            return completion
        }
        if let completion {
            completion.executor.run { self.conclude(pending, for: completion) }
        } else if pending.close != nil {
            conclude(pending, for: nil)
        } else {
            return pending.decide()
        }
        return nil
    }

    /// Passes the result to all completions, and returns the waiting Swift tasks.
    func tell(_ decision: PendingCompletion.Decision) -> TaskWaiters {
        decision.core.close()
        let result = result(of: decision)
        let before = end(with: result)
        before.tellLatecomers(result)
        return before.waiters
    }

    /// Makes the decision and reports it, unless the completion was replaced.
    private func conclude(_ pending: PendingCompletion, for expected: CompletionHandler?) {
        let isExpected = state.withLock { state in
            guard case .open(let completion) = state.completion.stage, completion === expected else {
                return false
            }
            state.completion.stage = .deciding(completion, latecomers: [])
            return true
        }
        guard isExpected else {
            guard let decision = settle(pending) else { return }
            decision.announce()
            return tell(result(of: decision), nil)
        }
        let decision = pending.decide(at: pending.core.settings.time.now())
        decision.announce()
        guard let rest = pending.close?(decision.outcome, decision.response) else {
            return tell(result(of: decision), expected)
        }
        Task.detached { [self] in
            await rest()
            guard let executor = expected?.executor else { return tell(result(of: decision), nil) }
            executor.run { self.tell(self.result(of: decision), expected) }
        }
    }

    /// Passes the result to waiting tasks and completions.
    private func tell(_ result: TaskResult<any Sendable>, _ completion: CompletionHandler?) {
        let before = end(with: result)
        before.waiters.resume()
        completion?.call(result)
        before.tellLatecomers(result)
    }

    /// Stores the result, and returns the state with those that must receive it.
    private func end(with result: TaskResult<any Sendable>) -> TaskCompletion {
        var completion = TaskCompletion(stage: .over(result))
        state.withLock { swap(&completion, &$0.completion) }
        return completion
    }
}

extension ResponsePipeline.TaskCompletion {
    fileprivate func tellLatecomers(_ result: TaskResult<any Sendable>) {
        guard case .deciding(_, let latecomers) = stage else { return }
        for latecomer in latecomers { latecomer.callLater(result) }
    }
}
