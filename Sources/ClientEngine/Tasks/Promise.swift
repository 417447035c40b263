/// A result that arrives once and can be waited for by many.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [CheckedContinuation<Value, any Error>] = []
    }

    private let state = Locked(State())

    /// Sets the result; later ones are ignored.
    func fulfil(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state in
            guard state.result == nil else { return [] as [CheckedContinuation<Value, any Error>] }
            state.result = result
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Waits for the result.
    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { waiter in
                let result = state.withLock { state in
                    if state.result == nil { state.waiters.append(waiter) }
                    return state.result
                }
                if let result { waiter.resume(with: result) }
            }
        }
    }
}
