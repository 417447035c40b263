import ClientEngine
import EnginePatterns
import InspectorTaskFilter

/// The filter of `--fail-if`.
struct FailureFilter {
    private let filter: Filter
    private var budget = StepBudget()

    /// The reason why an expression is no filter.
    struct ReadingError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ text: String) throws(ReadingError) {
        do throws(FilterError) {
            filter = try Filter(text)
        } catch {
            throw ReadingError(
                description: "--fail-if: \(error.message) (column \(error.offset + 1) of '\(text)')")
        }
        guard !filter.asksForMarks else {
            throw ReadingError(description: "--fail-if: is:marked is for the screen: nothing is marked here")
        }
        guard !filter.asksForSlowness else {
            throw ReadingError(
                description: "--fail-if: slow: is for the screen and the history; total:>1s sets a bound here"
            )
        }
    }

    /// Returns whether an ended task matches; nil where that takes too long to find out.
    mutating func matches(_ record: TaskRecord) -> Bool? {
        filter.matches(record, now: record.ended ?? record.created, within: &budget)
    }
}
