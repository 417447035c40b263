internal import EngineSupport

/// Runs one piece of work at a time; all who ask for it meanwhile share its outcome.
final class SingleFlight<Value: Sendable>: Sendable {
    private let running = Locked<Task<Value, Never>?>(nil)

    /// The outcome of the run under way, or of a new one.
    ///
    /// The work goes on when those who wait for it are cancelled: others may want its outcome.
    func value(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = running.withLock { running in
            if let running { return running }
            let task = Task.detached {
                let value = await work()
                self.running.withLock { $0 = nil }
                return value
            }
            running = task
            return task
        }
        return await task.value
    }
}
