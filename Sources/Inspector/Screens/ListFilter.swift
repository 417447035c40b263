import ClientEngine
import TaskFilter

/// The filter of the list: what was typed last, whether it is on, and what is wrong with it.
struct ListFilter: Equatable, Sendable {
    /// What is wrong with a text.
    struct Problem: Equatable, Sendable {
        var message: String
        /// The place in the text, in characters from 0.
        var column: Int
    }

    /// The text as it was typed last.
    private(set) var text = ""
    private(set) var isOn = true
    /// What is wrong with the text; the last good filter stays in force meanwhile.
    private(set) var problem: Problem?
    private var filter: Filter?

    /// Whether what it admits changes with the marks.
    var asksForMarks: Bool { isOn && filter?.asksForMarks ?? false }

    func admits(_ record: TaskRecord, now: Instant, isMarked: Bool) -> Bool {
        guard isOn, let filter else { return true }
        return filter.matches(record, now: now, isMarked: isMarked)
    }

    mutating func change(to text: String) {
        self.text = text
        isOn = true
        do throws(FilterError) {
            let parsed = try Filter(text)
            filter = parsed.isEmpty ? nil : parsed
            problem = nil
        } catch {
            let before = text.utf8.prefix(error.offset)
            problem = Problem(message: error.message, column: String(decoding: before, as: UTF8.self).count)
        }
    }

    mutating func toggle() { isOn.toggle() }
}
