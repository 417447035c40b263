import FoundationEssentials

/// The parts that deciding about a retry needs from outside; asked for only then.
struct RetryInputs {
    /// The wall clock's time, which judges `Retry-After`.
    var date: () -> Date
    /// A number in 0..<1, for jitter.
    var random: () -> Double
}
