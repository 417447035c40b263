internal import EngineSupport

/// Says what becomes of a live task whose identifier a new request has.
public enum ExistingTaskPolicy: Sendable, Hashable {
    /// It goes on, and the identifier names the new task from then on.
    case startAnother
    /// It is what is returned, and the new request is not sent.
    case reuse
    /// It is cancelled, and the new task takes its place.
    case replace
}

/// Finds the live tasks of a client by the identifiers of their requests; holds none of them alive.
final class LiveTasks: Sendable {
    private struct Entry {
        weak var core: TaskCore?
        weak var pipeline: AnyObject?

        /// The task, while it is live and its value is of this type.
        func task<Value>() -> RequestTask<Value>? {
            guard let core, !core.isOver, let pipeline = pipeline as? TypedPipeline<Value>
            else {
                return nil
            }
            return RequestTask(core, pipeline)
        }

        var isOver: Bool { core?.isOver ?? true }
    }

    private let entries = Locked<[String: Entry]>([:])

    /// The live task of an identifier.
    func task<Value>(_ identifier: String) -> RequestTask<Value>? {
        entries.withLock { $0[identifier] }?.task()
    }

    /// Lets an identifier name a task from now on, unless another one is to be used again, which is returned then.
    ///
    /// A task that is replaced is cancelled.
    func enter<Value>(
        _ core: TaskCore, _ pipeline: TypedPipeline<Value>, as identifier: String,
        existing policy: ExistingTaskPolicy
    ) -> RequestTask<Value>? {
        let (kept, replaced) = entries.withLock { entries -> (RequestTask<Value>?, TaskCore?) in
            let old = entries[identifier]
            if policy == .reuse, let task: RequestTask<Value> = old?.task() { return (task, nil) }
            entries = entries.filter { !$0.value.isOver }
            entries[identifier] = Entry(core: core, pipeline: pipeline)
            return (nil, policy == .replace ? old?.core : nil)
        }
        replaced?.cancel()
        return kept
    }
}
