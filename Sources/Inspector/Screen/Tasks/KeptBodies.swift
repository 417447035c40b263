import ClientEngine

/// The bodies of responses that a session keeps: the newest, up to a limit.
///
///     ended ──▶ │ oldest … newest │ ──▶ too much together: the oldest are dropped, but for those that are spared
package struct KeptBodies: Equatable, Sendable {
    /// A task, and how many bytes it keeps.
    private struct Entry: Equatable, Sendable {
        var task: TaskID
        var weight: Int
    }

    /// The limit in bytes where nothing else is said.
    package static let usualLimit = 256 << 20

    private var entries: [Entry] = []
    /// The bytes that are kept.
    private(set) var total = 0
    /// The number of tasks that have lost a body.
    private(set) var dropped = 0

    /// Takes in a task that is over.
    mutating func add(_ task: TaskID, weight: Int) {
        guard weight > 0 else { return }
        entries.append(Entry(task: task, weight: weight))
        total += weight
    }

    /// Forgets a task that is no more.
    mutating func forget(_ task: TaskID) {
        guard let index = entries.firstIndex(where: { $0.task == task }) else { return }
        total -= entries.remove(at: index).weight
    }

    /// Takes the tasks out whose bodies are to be dropped, so that no more than the limit is kept; the newest stays.
    mutating func overflow(beyond limit: Int, sparing isSpared: (TaskID) -> Bool) -> [TaskID] {
        guard total > limit else { return [] }
        var (taken, spared): ([TaskID], [Entry]) = ([], [])
        var rest = entries.dropLast()
        while total > limit, let entry = rest.popFirst() {
            if isSpared(entry.task) {
                spared.append(entry)
            } else {
                taken.append(entry.task)
                total -= entry.weight
            }
        }
        entries = spared + rest + entries.suffix(1)
        dropped += taken.count
        return taken
    }

    /// Returns the sentence in the place of a body that was dropped.
    fileprivate static func sentence(limit: Int) -> String {
        "the body was dropped: the session keeps \(limit >> 20) MiB of bodies (--keep-bodies)"
    }
}

extension State {
    /// The sentence in the place of a body of the selected task that is not there.
    var sentenceOfMissingBody: String {
        guard let row = list.selectedTask?.row else {
            return KeptBodies.sentence(limit: settings.keptBodies)
        }
        return tasks.past.isWhole(row) ? "the body is not in the history" : "the body is being read"
    }
}
