internal import EngineSupport

/// Runs one operation at a time.
///
/// All callers in the meantime share its result.
final class SingleFlight<Value: Sendable>: Sendable {
    private let running = Locked<Task<Value, Never>?>(nil)

    /// Returns the result of the running operation, or of a new one.
    ///
    /// The operation continues if its callers are cancelled, because others may need the result.
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
