import FoundationEssentials

/// The external inputs of a retry decision, which are read only for a decision.
///
/// An object, because every task has it and most tasks never use it.
final class RetryInputs {
    /// Returns the wall-clock time, for `Retry-After`.
    let date: () -> Date
    /// Returns a number in 0..<1, for jitter.
    let random: () -> Double

    init(date: @escaping () -> Date, random: @escaping () -> Double) {
        (self.date, self.random) = (date, random)
    }
}
