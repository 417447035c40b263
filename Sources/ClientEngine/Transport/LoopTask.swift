/// What is wanted of a task from outside of its loop.
enum TaskWish: Sendable, CaseIterable {
    /// It is to end.
    case cancel
    /// The wait before the next attempt is to end.
    case retryNow
    /// There are to be no further attempts.
    case giveUp
}

/// All that a loop knows of the tasks that live on it.
protocol LoopTask: AnyObject {
    /// Hears what somebody wants, on the loop thread.
    func receive(_ wish: TaskWish)
}
