/// The share of the time that the index of the search gets while tasks come: a tenth of what the writer waits for them.
///
/// Neither requests nor the end of a short program wait for it, and where tasks come without a pause there is none. The rest is left to
/// a program that rests, or to the next one.
struct IndexShare {
    private var allowance = Duration.zero
    /// The expected duration of a step: that of the one before.
    private var step = Duration.milliseconds(10)
    private static let part = 10

    /// Indicates whether another step is within the share.
    var allowsStep: Bool { step <= allowance }

    mutating func count(waited time: Duration) { allowance += time / Self.part }

    mutating func count(step time: Duration) {
        allowance -= time
        step = time
    }
}
