extension LatestValues {
    /// Calls a closure with the value that is newest now, and with each newer one, while the observation is held.
    ///
    /// Values that come while the closure has not returned are overtaken by the newest of them. Once cancelled from its
    /// own serial executor, the observation calls the closure no more.
    public func observe(
        on executor: CallbackExecutor, _ observer: @escaping @Sendable (Element) -> Void
    ) -> Observation {
        observe(on: executor, from: makeAsyncIterator(), observer)
    }

    private func observe(
        on executor: CallbackExecutor, from start: Iterator, _ observer: @escaping @Sendable (Element) -> Void
    ) -> Observation {
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

extension LatestValues<Int> {
    /// Calls a closure with each newer count, and first with the count of now unless that is zero.
    ///
    /// An observer that comes while nothing is under way has nothing to show, and is told nothing until something is.
    /// Otherwise as every observation of newest values.
    public func observe(
        on executor: CallbackExecutor, _ observer: @escaping @Sendable (Int) -> Void
    ) -> Observation {
        observe(on: executor, from: makeAsyncIterator(passing: { $0 == 0 }), observer)
    }
}
