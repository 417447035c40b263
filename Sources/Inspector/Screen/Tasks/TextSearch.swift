import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// A search for texts in the heads and bodies of this session's tasks, for a thread that may take its time.
package struct TextSearch: Equatable, Sendable {
    /// The number of the filter that it is for.
    package let number: Int
    let query: TaskQuery
    let tasks: [KeptTask]

    /// Hands over the tasks in which the texts occur, one by one, as long as it is to go on.
    package func run(while goesOn: () -> Bool, found: (TaskID) -> Void) {
        let texts = query.texts.map { RoughlySearched($0) }
        for task in tasks {
            guard goesOn() else { return }
            guard texts.allSatisfy(task.mayHold) else { continue }
            if let record = task.record, query.occurs(in: record) { found(record.id) }
        }
    }
}

/// The tasks of this session in which a filter's texts occur, as far as they have been looked into.
struct FoundTexts: Equatable, Sendable {
    private(set) var number = 0
    private(set) var tasks: Set<TaskID> = []
    private(set) var isSearching = false
    /// The tasks that have ended since they were looked for; nil before any were.
    private var ended: [TaskID]?

    /// Begins with other texts.
    mutating func startOver() {
        self = FoundTexts(number: number + 1)
    }

    private init(number: Int) { self.number = number }

    init() {}

    mutating func add(ended task: TaskID) { ended?.append(task) }

    /// Begins to look; returns the tasks to look into, nil for all that have ended, or nothing where there is no need.
    mutating func begin() -> (tasks: [TaskID]?, number: Int)? {
        guard !isSearching, ended?.isEmpty != true else { return nil }
        defer { (isSearching, ended) = (true, []) }
        return (ended, number)
    }

    /// Adds what was found; false where it was looked for before other texts.
    mutating func add(_ found: [TaskID], of number: Int, isLast: Bool) -> Bool {
        guard number == self.number else { return false }
        tasks.formUnion(found)
        if isLast { isSearching = false }
        return true
    }
}
