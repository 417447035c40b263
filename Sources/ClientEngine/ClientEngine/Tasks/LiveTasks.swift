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
        weak var pipeline: ResponsePipeline?

        /// The task, while it is live and its value is of this type.
        func live(as type: any Sendable.Type) -> (TaskCore, ResponsePipeline)? {
            guard let core, !core.isOver, let pipeline, pipeline.reading.value.valueType == type else {
                return nil
            }
            return (core, pipeline)
        }

        var isOver: Bool { core?.isOver ?? true }
    }

    private let entries = Locked<[String: Entry]>([:])

    /// The live task of an identifier, if its value is of this type.
    func task<Value>(_ identifier: String) -> RequestTask<Value>? {
        entries.withLock { $0[identifier] }?.live(as: Value.self).map { RequestTask($0, $1) }
    }

    /// Lets an identifier name a task from now on, unless another one is to be used again, which is returned then.
    ///
    /// A task that is replaced is cancelled.
    @discardableResult
    func enter(
        _ core: TaskCore, _ pipeline: ResponsePipeline, as identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother
    ) -> (TaskCore, ResponsePipeline)? {
        let (kept, replaced) = entries.withLock { entries -> ((TaskCore, ResponsePipeline)?, TaskCore?) in
            let old = entries[identifier]
            if policy == .reuse, let live = old?.live(as: pipeline.reading.value.valueType) {
                return (live, nil)
            }
            entries = entries.filter { !$0.value.isOver }
            entries[identifier] = Entry(core: core, pipeline: pipeline)
            return (nil, policy == .replace ? old?.core : nil)
        }
        replaced?.cancel()
        return kept
    }
}
