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
/// Their numbers in the history become numbers below those of this session's tasks, in the same order.
struct PastTasks: Equatable, Sendable {
    private struct Known: Equatable, Sendable {
        /// Nil for one that is gone.
        var record: TaskRecord?
        /// Indicates whether it has its bodies.
        var isWhole: Bool
    }

    private var known: [TaskID: Known] = [:]
    /// The question for tasks that is under way.
    private var asked: [TaskID: Bool] = [:]
    /// Indicates whether the list goes on into the past without a filter, because somebody went there.
    private(set) var isOpen = false
    /// The query of the list; nil where it ends with this session.
    private(set) var query: TaskQuery?
    private var marked: Set<TaskID> = []
    private(set) var number = 0
    /// Indicates whether more of the list is to come.
    private(set) var isReading = false
    private var hasBegun = false
    /// The motion that has asked for the past, and goes on when it is there.
    var motion: Motion?

    // MARK: Numbers

    private static let base = 1 << 48

    static func isPast(_ id: TaskID) -> Bool { id < 0 }

    static func id(ofRow row: Int) -> TaskID { row &- base }

    /// The number of a task in the history.
    static func row(of id: TaskID) -> Int { id &+ base }

    /// The number that people see: that in the history of an earlier task, and that in the session of all others.
    static func number(of id: TaskID) -> Int { isPast(id) ? row(of: id) : id }

    // MARK: The list

    /// Lets the list go on into the past.
    mutating func open(after motion: Motion) {
        isOpen = true
        self.motion = motion
    }

    /// Notes what the list is to hold, with nil that it ends with this session; tells whether that is news.
    mutating func wish(_ query: TaskQuery?, marked: Set<TaskID>) -> Bool {
        let marked: Set<TaskID> = query?.filter.asksForMarks == true ? marked.filter { Self.isPast($0) } : []
        guard query != self.query || marked != self.marked else { return false }
        (self.query, self.marked) = (query, marked)
        number += 1
        (isReading, hasBegun) = (query != nil, false)
        return true
    }

    /// The question for the list.
    var question: PastQuestion? {
        query.map { PastQuestion(number: number, query: $0, marked: Set(marked.map(Self.row))) }
    }

    /// Accepts a part of the list; tells whether it is the first, and nil when it answers another question.
    mutating func accept(_ part: PastPart) -> Bool? {
        guard part.number == number, query != nil else { return nil }
        defer { hasBegun = true }
        isReading = !part.isLast
        return !hasBegun
    }

    // MARK: The tasks

    subscript(id: TaskID) -> TaskRecord? { known[id]?.record }

    /// Indicates whether a task has its bodies; until then what it shows is not all.
    func isWhole(_ id: TaskID) -> Bool { known[id]?.isWhole ?? false }

    /// Lets go of what is not looked at, and returns which tasks have to be asked for, and whether with their bodies; nil
    /// where nothing is missing, or it is asked for already.
    mutating func look(at drawn: [TaskID], whole: Set<TaskID>) -> [TaskID: Bool]? {
        let wanted = whole.filter(Self.isPast).union(drawn.filter(Self.isPast))
        known = known.filter { wanted.contains($0.key) }
        var missing: [TaskID: Bool] = [:]
        for id in wanted {
            let needsBodies = whole.contains(id)
            if let known = known[id], known.isWhole || !needsBodies { continue }
            missing[id] = needsBodies
        }
        guard missing != asked else { return nil }
        asked = missing
        return missing.isEmpty ? nil : missing
    }

    /// Keeps tasks that were read, with numbers of this session.
    mutating func keep(_ tasks: [PastTask]) {
        for task in tasks {
            let id = Self.id(ofRow: task.row)
            let record = task.numbered
            known[id] = Known(record: record, isWhole: task.isWhole || record == nil)
            asked[id] = nil
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
    package var row: Int
    /// Nil where it cannot be read any more.
    package var record: TaskRecord?
    package var isWhole: Bool

    package init(row: Int, record: TaskRecord?, isWhole: Bool) {
        self.row = row
        self.record = record
        self.isWhole = isWhole
    }

    /// The record with its number in this session.
    var numbered: TaskRecord? {
        var record = record
        record?.id = PastTasks.id(ofRow: row)
        // The number is one of another session.
        record?.origin.provenance.resendOf = nil
        return record
    }
}

/// A question for the last call that asked for the same before a task.
package struct PredecessorQuestion: Equatable, Sendable {
    package var task: TaskRecord

    /// Its number in the history; nil for a task of this session, before which all earlier ones come.
    package var row: Int? { PastTasks.isPast(task.id) ? PastTasks.row(of: task.id) : nil }
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
