import ClientEngine
import ClientEngineRecording

/// A condition that every matching task fulfils, on a column of the table of tasks.
package enum FilterNeed: Sendable, Hashable {
    /// The method, ignoring case.
    case method(String)
    /// A part of `METHOD URL`, ignoring ASCII case.
    case text(String)
    case status(ClosedRange<Int>)
    /// The total duration in nanoseconds.
    case total(ClosedRange<Int64>)
    /// The time since the task was created, in nanoseconds.
    case age(ClosedRange<Int64>)
    case verdict(TaskRecord.Verdict)
}

extension Filter {
    /// Conditions that an index can check.
    ///
    /// Every task they reject is also rejected by the filter.
    package var needs: [FilterNeed] { root.needs }
}

extension Filter.Node {
    fileprivate var needs: [FilterNeed] {
        switch self {
        case .all(let nodes): nodes.flatMap(\.needs)
        case .test(let criterion): criterion.need.map { [$0] } ?? []
        case .any, .not: []
        }
    }
}

extension Criterion {
    fileprivate var need: FilterNeed? {
        switch self {
        case .text(.methodAndURL, let text) where text.utf8.count < 1_000: .text(text)
        case .text(.url, let text) where text.utf8.count < 1_000: .text(text)
        case .word(.method, let method): .method(method)
        case .number(.status, let interval):
            .status(Int(interval.range.lowerBound)...Int(interval.range.upperBound))
        case .number(.total, let interval): .total(interval.range)
        case .number(.age, let interval): .age(interval.range)
        case .statusClass(let first): .status(first * 100...first * 100 + 99)
        case .flag(.failed): .verdict(.failed)
        case .text, .word, .expression, .parameter, .number, .state, .error, .flag, .assertions, .route,
            .slow:
            nil
        }
    }
}
