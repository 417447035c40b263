internal import EngineSupport

/// A value that is set once, and that any number of tasks can wait for.
struct Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [UnsafeContinuation<Value, Never>] = []
    }

    private let state = Locked(State())

    /// Sets the value.
    ///
    /// Later calls are ignored.
    func fulfil(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [] as [UnsafeContinuation<Value, Never>] }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    var value: Value {
        get async {
            await withUnsafeContinuation { waiter in
                let value = state.withLock { state in
                    if state.value == nil { state.waiters.append(waiter) }
                    return state.value
                }
                if let value { waiter.resume(returning: value) }
            }
        }
    }
}
