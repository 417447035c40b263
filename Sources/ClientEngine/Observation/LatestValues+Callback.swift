extension LatestValues {
    /// Has a closure called with the value that is newest now, and with each newer one, while the observation is held.
    ///
    /// Values that come while the closure has not returned are overtaken by the newest of them. Once cancelled from its
    /// own serial executor, the observation calls the closure no more.
    public func observe(
        on executor: CallbackExecutor, _ observer: @escaping @Sendable (Element) -> Void
    ) -> Observation {
        let isCancelled = Locked(false)
        let reading = Task.detached {
            for await value in self {
                await executor.call { if !isCancelled.withLock({ $0 }) { observer(value) } }
            }
        }
        return Observation {
            isCancelled.withLock { $0 = true }
            reading.cancel()
        }
    }
}
