internal import EngineSupport

/// A closure that hears the result of a task, once, on its executor, and is let go there.
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
