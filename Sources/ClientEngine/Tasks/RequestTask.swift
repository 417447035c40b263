/// One thing somebody asked for: watch it, steer it, wait for it.
///
/// All members may be used from any thread. The task goes on when its handle is let go.
public final class RequestTask<Value: Sendable>: Sendable {
    private let cell: TaskCell
    private let promise: Promise<TaskResult<Value>>

    init(_ cell: TaskCell, _ promise: Promise<TaskResult<Value>>) {
        self.cell = cell
        self.promise = promise
    }

    /// The task's number within its client, from 1.
    public var id: TaskID { cell.id }

    /// Everything known about the task now.
    public var record: TaskRecord { cell.snapshot }

    /// Where the task stands.
    public var state: TaskState { cell.states.value }

    /// Where the task stands, from now to its end; a slow reader sees the newest state and may miss those before.
    public var states: LatestValues<TaskState> { cell.states.values }

    /// How far the bodies have come, from now to the end; a slow reader sees the newest and may miss those before.
    ///
    /// A redirect, and a new attempt, begin again at nothing.
    public var progress: LatestValues<TaskProgress> { cell.progress.values }

    /// What the task brought.
    ///
    /// - Throws: `CancellationError` when it was cancelled, ``ClientError`` when there is no complete response, or what
    ///   parsing the response threw.
    public var value: Value {
        get async throws { try await promise.value.get() }
    }

    /// What became of the task.
    public var result: TaskResult<Value> {
        get async { await promise.value }
    }

    /// Ends the task in whatever phase it is; a task that is over stays as it is.
    public func cancel() { cell.cancel() }

    /// Ends the wait before the next attempt; does nothing while the task is not waiting.
    public func retryNow() { cell.send(.retryNow) }

    /// Makes no further attempt: the attempt under way, or the last one, decides.
    public func giveUp() { cell.send(.giveUp) }
}
