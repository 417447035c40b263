import FoundationEssentials

/// The parts that deciding about a retry needs from outside; asked for only then.
///
/// An object, for every task has it and most never look.
final class RetryInputs {
    /// The wall clock's time, which judges `Retry-After`.
    let date: () -> Date
    /// A number in 0..<1, for jitter.
    let random: () -> Double

    init(date: @escaping () -> Date, random: @escaping () -> Double) {
        (self.date, self.random) = (date, random)
    }
}
