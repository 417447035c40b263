internal import EngineSupport

/// Hears of every attempt when it is over: once for each, retries included.
struct MetricsCallback: Sendable {
    /// Takes the record of the task so far, and that of the attempt, whose exchanges carry the timings.
    typealias Handler = @Sendable (TaskRecord, AttemptRecord) -> Void

    fileprivate let executor: CallbackExecutor
    fileprivate let handler: Handler

    /// Creates a callback.
    ///
    /// On the serial executor of a task's completion it is called before the completion.
    init(
        on executor: CallbackExecutor = .anywhere,
        _ handler: @escaping @Sendable (TaskRecord, AttemptRecord) -> Void
    ) {
        self.executor = executor
        self.handler = handler
    }
}

/// Calls a client's metrics callback for the tasks that were made while there was one.
final class MetricsReporter: Sendable {
    /// The time from when there is a callback to when there is none.
    typealias Era = Int

    private let state = Locked((callback: MetricsCallback?.none, era: 0))

    /// The callback; to change it for another one does not end an era.
    var callback: MetricsCallback? {
        get { state.withLock { $0.callback } }
        set {
            state.withLock {
                if newValue == nil { $0.era += 1 }
                $0.callback = newValue
            }
        }
    }

    /// The era that is now; nil while nobody wants to hear anything.
    var era: Era? { state.withLock { $0.callback == nil ? nil : $0.era } }

    /// Tells of an attempt that is over, if the era of its task still is.
    func tell(_ record: TaskRecord, of era: Era?) {
        guard let era, let attempt = record.lastAttempt else { return }
        let callback = state.withLock { $0.era == era ? $0.callback : nil }
        callback?.executor.run { callback?.handler(record, attempt) }
    }
}
