/// A number of steps that many matches share.
///
/// A pattern that backtracks costs a list of texts no more than a single text. A few passes over each text are free.
/// Only the steps beyond them count.
public struct StepBudget: Sendable, Hashable {
    /// The number of steps that are left.
    public private(set) var left: Int

    /// Creates a budget of `steps`: items tried and bytes moved over.
    ///
    /// Ten million take about a tenth of a second.
    public init(_ steps: Int = 10_000_000) {
        left = max(0, steps)
    }

    mutating func spend(_ steps: Int) {
        left = max(0, left - steps)
    }
}
