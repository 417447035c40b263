internal import EngineSupport

extension LatestValues {
    /// Calls a closure with the newest value, and with each newer one, while the observation is retained.
    ///
    /// While the closure runs, only the newest of several values is kept. After a cancellation on the observation's own
    /// serial executor, the closure is not called again.
    public func observe(
        on executor: CallbackExecutor, _ observer: @escaping @Sendable (Element) -> Void
    ) -> Observation {
        let start = makeObservingIterator()
        let isCancelled = Locked(false)
        let reading = Task.detached {
            var values = start
            while let value = await values.next() {
                await executor.call { if !isCancelled.withLock({ $0 }) { observer(value) } }
            }
        }
        return Observation {
            isCancelled.withLock { $0 = true }
            reading.cancel()
        }
    }
}
