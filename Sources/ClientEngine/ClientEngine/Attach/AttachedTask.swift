/// A task of another program, whose story that program tells; what somebody wants of it is told there.
///
/// Its story is told by one thread at a time.
package final class AttachedTask: LoopTask, Sendable {
    private let core: TaskCore
    private let onWish: @Sendable (TaskWish) -> Void

    fileprivate init(_ core: TaskCore, onWish: @escaping @Sendable (TaskWish) -> Void) {
        self.core = core
        self.onWish = onWish
        core.suspend(.elsewhere { [self] loop in loop.tasks[core.id] = self })
        core.resume()
    }

    /// The number of the task here.
    package var id: Int { core.id }
    /// The request of the task.
    package var request: Request { core.snapshot.origin.request }

    /// Adds what a line of the program says; ``publish()`` tells it.
    package func note(_ kind: Event.Kind, _ line: EventReader, at instant: Instant) {
        guard !core.isOver else { return }
        core.note(Event(task: id, attempt: line.attempt, exchange: line.exchange, at: instant, kind))
    }

    /// Tells what has been added; true where that was the end.
    package func publish() -> Bool {
        core.publish()
        guard core.isOver else { return false }
        core.enqueue { [id] loop in loop.tasks[id] = nil }
        core.close()
        return true
    }

    /// Ends a task whose program has left.
    package func abandon(at instant: Instant) {
        guard !core.isOver else { return }
        core.note(Event(task: id, at: instant, .ended(.cancelled)))
        _ = publish()
    }

    func receive(_ wish: TaskWish) { onWish(wish) }

    func tell(_ kind: Event.Kind) {}

    func leave(after count: Int) {}

    func end() {}

    func tellEnd() -> TaskWaiters { TaskWaiters() }
}

extension Client {
    /// Begins the story of a task of another program; the closure is called on the loop's thread with the words for it (`cancel`,
    /// `retryNow`, `giveUp`) when somebody wants something of it.
    package func attachedTask(
        _ origin: TaskOrigin, created: Instant, onWish: @escaping @Sendable (String) -> Void
    ) -> AttachedTask {
        AttachedTask(core(origin, created: created)) { wish in
            switch wish {
            case .cancel: onWish("cancel")
            case .retryNow: onWish("retryNow")
            case .giveUp: onWish("giveUp")
            }
        }
    }
}
