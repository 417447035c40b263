// Tasks by their numbers, for those who see tasks that others have started.
extension Client {
    /// Has a live task carry out a command; does nothing if the client has no such task.
    ///
    /// May be called from any thread.
    public func perform(_ command: TaskCommand, on id: TaskID) {
        switch command {
        case .cancel: observers.unfinished[id]?.cancel()
        case .retryNow, .giveUp: observers.unfinished[id]?.send(command)
        }
    }

    /// Adds an annotation to the record of a live task; does nothing if the client has no such task.
    ///
    /// May be called from any thread. Observers receive the annotation as an event of the task.
    public func annotate(_ id: TaskID, _ annotation: Annotation) {
        observers.unfinished[id]?.enqueue { $0.tasks[id]?.tell(.annotated(annotation)) }
    }
}
