/// A request in progress with a value of any type, for collections of tasks of different types.
///
/// All members may be used from any thread. It retains the task as a ``RequestTask`` does, and equals every handle of
/// the same task.
public struct AnyRequestTask: Sendable, Hashable {
    private let handle: any AnyObject & Sendable
    private let core: TaskCore

    /// Creates a handle for a task.
    public init<Value>(_ task: RequestTask<Value>) {
        handle = task
        core = task.core
    }

    /// The identifier of the task within its client, from 1.
    public var id: Int { core.id }

    /// The current record of the task.
    public var record: TaskRecord { core.snapshot }

    /// The states of the task; see ``RequestTask/states``.
    public var states: LatestValues<TaskState> { core.states.values }

    /// The progress of both bodies; see ``RequestTask/progress``.
    public var progress: LatestValues<TaskProgress> { core.progress.values }

    /// The priority of the task; see ``RequestTask/priority``.
    public var priority: Request.Priority {
        get { core.priority }
        nonmutating set { core.setPriority(newValue) }
    }

    /// Starts the task; see ``RequestTask/resume()``.
    public func resume() { core.resume() }

    /// Cancels the task and reports this to its completion; see ``RequestTask/cancel(notifying:)``.
    public func cancel() { core.cancel() }

    /// Ends the wait before the next attempt; see ``RequestTask/retryNow()``.
    public func retryNow() { core.send(.retryNow) }

    /// Prevents further attempts; see ``RequestTask/giveUp()``.
    public func giveUp() { core.send(.giveUp) }

    /// Returns whether both are handles of the same task.
    public static func == (left: AnyRequestTask, right: AnyRequestTask) -> Bool { left.core === right.core }

    /// Hashes the identity of the task.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }
}

extension RequestTask: Hashable {
    /// Returns whether both are handles of the same task.
    public static func == (left: RequestTask, right: RequestTask) -> Bool { left.core === right.core }

    /// Hashes the identity of the task.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }
}
