internal import EngineSupport

/// Runs one piece of a task's work at a time off the loop, and continues on the loop with its result.
///
/// Cancelled work has no result.
///
/// Used only on the loop thread. Work starts at the end of the loop's turn, after its events, so that an observer of an
/// event can cancel it in time. No work starts after a request to cancel the task, which the loop will process.
final class OffLoopTask {
    private unowned let loop: EngineLoop
    private let core: TaskCore
    private let executor: (any TaskExecutor)?
    private var callback: LoopCallback?
    /// Starts the work at the end of the turn.
    private var start: (() -> Task<Void, Never>?)?
    private var running: Task<Void, Never>?

    init(of core: TaskCore, on loop: EngineLoop, preferring executor: (any TaskExecutor)?) {
        self.core = core
        self.loop = loop
        self.executor = executor
    }

    /// Runs work off the loop, and then `resume` on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        then resume: @escaping (Result<Value, any Error>) -> Void
    ) {
        cancel()
        let brought = Locked<Result<Value, any Error>?>(nil)
        let callback = loop.callback { [unowned self] in
            end()
            if let result = brought.withLock({ $0 }) { resume(result) }
        }
        self.callback = callback
        let priority = core.priority.ofSwiftTask
        start = { [core, executor] in
            core.run {
                Task.detached(executorPreference: executor, priority: priority) {
                    guard !Task.isCancelled else { return }
                    let result: Result<Value, any Error>
                    do {
                        result = .success(try await work())
                    } catch {
                        result = .failure(error)
                    }
                    guard !core.isCancelRequested else { return }
                    brought.withLock { $0 = result }
                    callback()
                }
            }
        }
        loop.begin(self)
    }

    /// Starts the work that waits for the end of the turn, unless it was cancelled.
    func begin() {
        guard let start else { return }
        self.start = nil
        running = start()
    }

    /// Runs work that may block its thread off the loop, and then `resume` on the loop.
    func runBlocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        then resume: @escaping (Result<Value, any Error>) -> Void
    ) {
        run({ try await CallbackExecutor.anywhere.value(work) }, then: resume)
    }

    func cancel() {
        running?.cancel()
        end()
    }

    private func end() {
        if let callback { loop.forget(callback) }
        callback = nil
        start = nil
        running = nil
    }
}
