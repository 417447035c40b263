import ClientEngine
import InspectorCanvas
import InspectorTaskFilter
import InspectorValues

/// The tasks of earlier sessions: how far the list goes on into them, and those of them that are looked at.
///
/// ```
/// scrolled above the first task, or filtered ──▶ list of all numbers that match ──▶ ListState.earlier
/// drawn, selected, marked                    ──▶ the tasks themselves           ──▶ here, and gone when out of sight
/// ```
struct PastTasks: Equatable, Sendable {
    private struct Known: Equatable, Sendable {
        /// Nil for one that is gone.
        var record: TaskRecord?
        /// Indicates whether it has its bodies.
        var isWhole: Bool
    }

    private var known: [Int: Known] = [:]
    /// The question for tasks that is under way.
    private var asked: [Int: Bool] = [:]
    /// Indicates whether the list goes on into the past without a filter, because somebody went there.
    private(set) var isOpen = false
    /// The query of the list; nil where it ends with this session.
    private(set) var query: TaskQuery?
    private var marked: Set<Int> = []
    private(set) var number = 0
    /// Indicates whether more of the list is to come.
    private(set) var isReading = false
    private var hasBegun = false
    /// The motion that has asked for the past, and goes on when it is there.
    var motion: Motion?

    // MARK: The list

    /// Lets the list go on into the past.
    mutating func open(after motion: Motion) {
        isOpen = true
        self.motion = motion
    }

    /// Notes what the list is to hold, with nil that it ends with this session; tells whether that is news.
    mutating func wish(_ query: TaskQuery?, marked: Set<TaskKey>) -> Bool {
        let marked = query?.filter.asksForMarks == true ? Set(marked.compactMap(\.row)) : []
        guard query != self.query || marked != self.marked else { return false }
        (self.query, self.marked) = (query, marked)
        number += 1
        (isReading, hasBegun) = (query != nil, false)
        return true
    }

    /// The question for the list.
    var question: PastQuestion? {
        query.map { PastQuestion(number: number, query: $0, marked: marked) }
    }

    /// Accepts a part of the list; tells whether it is the first, and nil when it answers another question.
    mutating func accept(_ part: PastPart) -> Bool? {
        guard part.number == number, query != nil else { return nil }
        defer { hasBegun = true }
        isReading = !part.isLast
        return !hasBegun
    }

    // MARK: The tasks

    subscript(row: Int) -> TaskRecord? { known[row]?.record }

    /// Indicates whether a task has its bodies; until then what it shows is not all.
    func isWhole(_ row: Int) -> Bool { known[row]?.isWhole ?? false }

    /// Lets go of what is not looked at, and returns which tasks have to be asked for, and whether with their bodies; nil
    /// where nothing is missing, or it is asked for already.
    mutating func look(at drawn: [TaskKey], whole: Set<TaskKey>) -> [Int: Bool]? {
        let whole = Set(whole.compactMap(\.row))
        let wanted = whole.union(drawn.compactMap(\.row))
        known = known.filter { wanted.contains($0.key) }
        var missing: [Int: Bool] = [:]
        for row in wanted {
            let needsBodies = whole.contains(row)
            if let known = known[row], known.isWhole || !needsBodies { continue }
            missing[row] = needsBodies
        }
        guard missing != asked else { return nil }
        asked = missing
        return missing.isEmpty ? nil : missing
    }

    /// Keeps tasks that were read.
    mutating func keep(_ tasks: [PastTask]) {
        for task in tasks {
            known[task.row] = Known(record: task.record, isWhole: task.isWhole || task.record == nil)
            asked[task.row] = nil
        }
    }
}

/// A question for the list of earlier tasks.
package struct PastQuestion: Equatable, Sendable {
    package var number: Int
    package var query: TaskQuery
    /// The numbers in the history of the tasks that are marked, where the query asks for it.
    package var marked: Set<Int>
}

/// Numbers of earlier tasks in the history, ascending, above those that came before.
package struct PastPart: Equatable, Sendable {
    package var number: Int
    package var rows: [Int]
    package var isLast: Bool

    package init(number: Int, rows: [Int], isLast: Bool) {
        self.number = number
        self.rows = rows
        self.isLast = isLast
    }
}

/// A task of an earlier session; its times are those of this session's clock.
package struct PastTask: Equatable, Sendable {
    package let row: Int
    /// The task with the number that it had in its own session; `nil` if the history cannot read it any more.
    ///
    /// It refers to no other task of that session.
    package let record: TaskRecord?
    package let isWhole: Bool

    package init(row: Int, record: TaskRecord?, isWhole: Bool) {
        self.row = row
        var record = record
        record?.origin.provenance.resendOf = nil
        self.record = record
        self.isWhole = isWhole
    }
}

/// A question for the last call that asked for the same before a task.
package struct PredecessorQuestion: Equatable, Sendable {
    package let key: TaskKey
    package let task: TaskRecord
}

/// The last call that asked for the same before a task.
package struct Predecessor: Equatable, Sendable {
    /// The call, with its bodies.
    package var task: PastTask
    /// Indicates whether it was of the same saved request; otherwise it had the same method and URL.
    package var isOfSavedRequest: Bool

    package init(task: PastTask, isOfSavedRequest: Bool) {
        self.task = task
        self.isOfSavedRequest = isOfSavedRequest
    }
}
