/// Work that many matches share, so that a pattern that backtracks costs a list no more than a single text.
///
/// The work of a few straight passes over each text is free, and taken by every match; only steps beyond that are counted.
public struct StepBudget: Sendable, Hashable {
    /// The steps that are left.
    public private(set) var left: Int

    /// Creates a budget of so many steps: items tried and bytes moved over; ten million take about a tenth of a second.
    public init(_ steps: Int = 10_000_000) {
        left = max(0, steps)
    }

    mutating func spend(_ steps: Int) {
        left = max(0, left - steps)
    }
}
