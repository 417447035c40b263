internal import EngineSupport

/// A value that arrives once and can be waited for by many.
struct Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Locked(State())

    /// Sets the value; later ones are ignored.
    func fulfil(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [] as [CheckedContinuation<Value, Never>] }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    var value: Value {
        get async {
            await withCheckedContinuation { waiter in
                let value = state.withLock { state in
                    if state.value == nil { state.waiters.append(waiter) }
                    return state.value
                }
                if let value { waiter.resume(returning: value) }
            }
        }
    }
}
