import ClientEngine
import EnginePatterns
import InspectorTaskFilter

/// The filter of the list: what was typed last, whether it is on, and what is wrong with it.
struct ListFilter: Equatable, Sendable {
    /// The problem of a text.
    struct Problem: Equatable, Sendable {
        var message: String
        /// The place in the text, in characters from 0.
        var column: Int
    }

    /// The text as it was typed last.
    private(set) var text = ""
    private(set) var isOn = true
    /// The problem of the text; what stands before the wrong word is in force meanwhile.
    private(set) var problem: Problem?
    /// The tasks that are left out because an expression takes too long on them.
    private(set) var undecided: Set<TaskID> = []
    /// The query that the text means; nil where that is everything.
    private(set) var query: TaskQuery?
    /// The tasks in which its texts occur.
    var found = FoundTexts()
    /// The steps that expressions may still cost until the whole list is filtered again.
    private var budget = StepBudget()

    /// Indicates whether what it admits changes with the marks.
    var asksForMarks: Bool { isOn && query?.filter.asksForMarks ?? false }

    /// Indicates whether what it admits changes with what is known of earlier calls.
    var asksForSlowness: Bool { isOn && query?.filter.asksForSlowness ?? false }

    /// Indicates whether it leaves anything out.
    var isFiltering: Bool { isOn && query != nil }

    /// The complaint about the text, or about the shown list.
    var complaint: String? {
        if let problem { return problem.message }
        guard !undecided.isEmpty else { return nil }
        return "The expression takes too long on \(undecided.count.of("task")), left out here."
    }

    /// Begins to look at the whole list.
    mutating func startOver() {
        undecided = []
        budget = StepBudget()
    }

    /// Returns whether a task passes; one that cannot be decided does not, and is noted.
    mutating func admits(
        _ task: TaskSummary, now: Instant, isMarked: Bool, isSlow: (Double?) -> Bool
    ) -> Bool {
        guard isOn, let query else { return true }
        if !query.texts.isEmpty, !found.tasks.contains(task.id) { return false }
        let verdict = query.filter.matches(
            task, now: now, isMarked: isMarked, within: &budget, isSlow: isSlow)
        if verdict != nil { undecided.remove(task.id) } else { undecided.insert(task.id) }
        return verdict ?? false
    }

    mutating func change(to text: String) {
        self.text = text
        isOn = true
        let before = query
        defer { if query != before { found.startOver() } }
        do throws(FilterError) {
            let parsed = try TaskQuery(text)
            query = parsed.isEmpty ? nil : parsed
            problem = nil
        } catch {
            let before = text.utf8.prefix(error.offset)
            let whole = before.lastIndex(of: UInt8(ascii: " ")).map { before[..<$0] } ?? "".utf8[...]
            // What was typed of the wrong word has been a word to look for until now.
            if let parsed = try? TaskQuery(String(decoding: whole, as: UTF8.self)) {
                query = parsed.isEmpty ? nil : parsed
            }
            problem = Problem(message: error.message, column: String(decoding: before, as: UTF8.self).count)
        }
    }

    mutating func toggle() { isOn.toggle() }
}

/// The filters that digits select.
struct SavedViews: Equatable, Sendable {
    static let digits = 1...9

    /// The filters by their digits, as they are kept.
    private(set) var filters: [Int: String]

    /// Takes over the saved filters; without any, the first one finds failures.
    init(_ kept: [Int: String] = [:]) {
        filters = kept.merging([1: "is:failed"]) { kept, _ in kept }
    }

    subscript(digit: Int) -> String? {
        get { filters[digit] }
        set { filters[digit] = newValue }
    }
}
