internal import EngineSupport

/// A callback that receives every attempt when it has ended, including those of retries.
struct MetricsCallback: Sendable {
    /// Receives the record of the task so far, and that of the attempt, whose exchanges have the timings.
    typealias Handler = @Sendable (TaskRecord, AttemptRecord) -> Void

    fileprivate let executor: CallbackExecutor
    fileprivate let handler: Handler

    /// Creates a callback.
    ///
    /// On a serial executor that also receives the completion of the task, the callback comes before the completion.
    init(
        on executor: CallbackExecutor = .anywhere,
        _ handler: @escaping @Sendable (TaskRecord, AttemptRecord) -> Void
    ) {
        self.executor = executor
        self.handler = handler
    }
}

/// Calls the metrics callback of a client, for tasks that were created while it was set.
final class MetricsReporter: Sendable {
    /// The period from setting a callback to removing it.
    typealias Era = Int

    private let state = Locked((callback: MetricsCallback?.none, era: 0))

    /// The callback.
    ///
    /// Replacing it by another one does not end an era.
    var callback: MetricsCallback? {
        get { state.withLock { $0.callback } }
        set {
            state.withLock {
                if newValue == nil { $0.era += 1 }
                $0.callback = newValue
            }
        }
    }

    /// The current era, or `nil` without a callback.
    var era: Era? { state.withLock { $0.callback == nil ? nil : $0.era } }

    /// Reports an attempt that has ended, if the era of its task has not.
    func tell(_ record: TaskRecord, of era: Era?) {
        guard let era, let attempt = record.lastAttempt else { return }
        let callback = state.withLock { $0.era == era ? $0.callback : nil }
        callback?.executor.run { callback?.handler(record, attempt) }
    }
}
