internal import EngineSupport

/// A closure that receives the result of a task once, on its executor, and is released there.
final class CompletionHandler: Sendable {
    typealias Callback = @Sendable (TaskResult<any Sendable>) -> Void

    let executor: CallbackExecutor
    private let state: Locked<(callback: Callback?, isSilent: Bool)>

    init(on executor: CallbackExecutor, _ callback: @escaping Callback) {
        self.executor = executor
        state = Locked((callback, false))
    }

    func call(_ result: TaskResult<any Sendable>) {
        detach(unlessSilent: true)?(result)
    }

    func callLater(_ result: TaskResult<any Sendable>) {
        executor.run { self.call(result) }
    }

    /// Prevents further calls, and releases the closure on its executor.
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
