internal import EngineSupport

extension LatestValues {
    /// Calls a closure with the value that is newest now, and with each newer one, while the observation is held.
    ///
    /// Values that come while the closure has not returned are overtaken by the newest of them. Once cancelled from its
    /// own serial executor, the observation calls the closure no more.
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
