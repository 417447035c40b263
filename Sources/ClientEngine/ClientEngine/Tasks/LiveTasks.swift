internal import EngineSupport

/// The treatment of a live task that has the identifier of a new request.
public enum ExistingTaskPolicy: Sendable, Hashable {
    /// The live task continues.
    ///
    /// The identifier refers to the new task from now on.
    case startAnother
    /// The live task is returned.
    ///
    /// The new request is not sent.
    case reuse
    /// The live task is cancelled and replaced with the new task.
    case replace
}

/// The live tasks of a client by the identifiers of their requests.
///
/// It does not retain them.
final class LiveTasks: Sendable {
    private struct Entry {
        weak var core: TaskCore?
        weak var pipeline: ResponsePipeline?

        /// Returns the task if it is live and its value has this type.
        func live(as type: any Sendable.Type) -> (TaskCore, ResponsePipeline)? {
            guard let core, !core.isOver, let pipeline, pipeline.reading.value.valueType == type else {
                return nil
            }
            return (core, pipeline)
        }

        var isOver: Bool { core?.isOver ?? true }
    }

    private struct Table {
        private var entries: [String: Entry] = [:]
        /// The number of entries at which those that are over are removed.
        private var limit = 64

        subscript(identifier: String) -> Entry? { entries[identifier] }

        mutating func insert(_ entry: Entry, as identifier: String) {
            entries[identifier] = entry
            guard entries.count > limit else { return }
            entries = entries.filter { !$0.value.isOver }
            limit = max(64, 2 * entries.count)
        }
    }

    private let table = Locked(Table())

    /// Returns the live task with an identifier, or `nil` if there is none with a value of this type.
    func task<Value>(_ identifier: String) -> RequestTask<Value>? {
        table.withLock { $0[identifier] }?.live(as: Value.self).map { RequestTask($0, $1) }
    }

    /// Assigns an identifier to a task.
    ///
    /// If a live task is to be reused, the method returns that one instead. A task that is replaced is cancelled.
    @discardableResult
    func enter(
        _ core: TaskCore, _ pipeline: ResponsePipeline, as identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother
    ) -> (TaskCore, ResponsePipeline)? {
        let (kept, replaced) = table.withLock { table -> ((TaskCore, ResponsePipeline)?, TaskCore?) in
            let old = table[identifier]
            if policy == .reuse, let live = old?.live(as: pipeline.reading.value.valueType) {
                return (live, nil)
            }
            table.insert(Entry(core: core, pipeline: pipeline), as: identifier)
            return (nil, policy == .replace ? old?.core : nil)
        }
        replaced?.cancel()
        return kept
    }
}
