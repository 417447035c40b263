/// A task that other code performs and reports to the observers of a client, such as a tunnel through a proxy, or a
/// request of another program.
///
/// ```swift
/// let task = client.externalTask(for: .get("https://example.com"), from: Provenance(.tunnel)) { command in
///     print(command)
/// }
/// task.report(.attemptStarted(reason: nil, waited: nil), attempt: 1)
/// task.report(.taskEnded(.succeeded))
/// task.publish()
/// ```
///
/// ``TaskRecord`` describes how events make up a record. Only one thread at a time may report.
public final class ExternalTask: LoopTask, Sendable {
    private let core: TaskCore
    private let onCommand: @Sendable (TaskCommand) -> Void

    fileprivate init(_ core: TaskCore, onCommand: @escaping @Sendable (TaskCommand) -> Void) {
        self.core = core
        self.onCommand = onCommand
        core.suspend(.elsewhere { [self] loop in loop.tasks[core.id] = self })
        core.resume()
    }

    /// The identifier of the task within its client.
    public var id: TaskID { core.id }
    /// The request of the task.
    public var request: Request { core.snapshot.origin.request }
    /// The current time on the client's clock.
    public var now: Instant { core.configuration.time.now() }

    /// Adds an event, which observers receive with the next ``publish()``.
    ///
    /// Events after the end are ignored.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event.
    ///   - attempt: The number of the attempt, from 1, or 0 for an event of the task as a whole.
    ///   - exchange: The number of the exchange within the attempt, from 1, or 0 for an event of the attempt as a
    ///     whole.
    ///   - instant: The time of the event, or `nil` for the current time.
    public func report(
        _ kind: Event.Kind, attempt: Int = 0, exchange: Int = 0, at instant: Instant? = nil
    ) {
        guard !core.isOver else { return }
        core.note(Event(task: id, attempt: attempt, exchange: exchange, at: instant ?? now, kind))
    }

    /// Delivers the reported events to the client's observers.
    ///
    /// Returns whether the task has ended.
    @discardableResult
    public func publish() -> Bool {
        core.publish()
        guard core.isOver else { return false }
        core.enqueue { [id] loop in loop.tasks[id] = nil }
        core.close()
        return true
    }

    func admit() {}

    func receive(_ command: TaskCommand) { onCommand(command) }

    func tell(_ kind: Event.Kind) {}

    func leave(after count: Int) {}

    func end() {}

    func tellEnd() -> TaskWaiters { TaskWaiters() }
}

extension Client {
    /// Creates a task that other code performs, with the settings of the client for the request.
    ///
    /// - Parameters:
    ///   - request: The request that the other code sends.
    ///   - provenance: The origin of the request.
    ///   - onCommand: Receives the commands of observers, such as cancelling the task. Called on the loop's thread; it
    ///     must return at once.
    /// - Returns: The task. Observers are notified of it before this method returns.
    public func externalTask(
        for request: Request, from provenance: Provenance,
        onCommand: @escaping @Sendable (TaskCommand) -> Void
    ) -> ExternalTask {
        let (core, _, _) = core(request, from: provenance)
        return ExternalTask(core, onCommand: onCommand)
    }

    /// Creates a task that other code performs, and that was created at an instant of the client's clock.
    public func externalTask(
        _ origin: TaskOrigin, created: Instant, onCommand: @escaping @Sendable (TaskCommand) -> Void
    ) -> ExternalTask {
        ExternalTask(core(origin, created: created), onCommand: onCommand)
    }
}
