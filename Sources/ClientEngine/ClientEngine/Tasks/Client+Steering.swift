// Access to tasks by their identifiers, for observers of tasks that other code has started.
extension Client {
    /// Performs a command on a live task.
    ///
    /// If the client has no such task, the method does nothing.
    ///
    /// May be called from any thread.
    public func perform(_ command: TaskCommand, on id: TaskID) {
        switch command {
        case .cancel: observers.unfinished[id]?.cancel()
        case .retryNow, .giveUp: observers.unfinished[id]?.send(command)
        }
    }

    /// Adds an annotation to the record of a live task.
    ///
    /// If the client has no such task, the method does nothing.
    ///
    /// May be called from any thread. Observers receive the annotation as an event of the task.
    public func annotate(_ id: TaskID, _ annotation: Annotation) {
        observers.unfinished[id]?.enqueue { $0.tasks[id]?.tell(.annotated(annotation)) }
    }
}
