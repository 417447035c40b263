/// The share of the time that the index of the search gets while tasks come: a tenth.
///
/// Neither requests nor the end of a short program wait for it. The rest is left to a program that rests, or to the next one.
struct IndexShare {
    private let begin: ContinuousClock.Instant
    private var spent = Duration.zero
    /// The expected duration of a step: that of the one before.
    private var step = Duration.milliseconds(10)
    private static let part = 10

    init(since begin: ContinuousClock.Instant) { self.begin = begin }

    /// Returns whether another step is within the share.
    func allowsStep(at now: ContinuousClock.Instant) -> Bool { (spent + step) * Self.part <= now - begin }

    mutating func count(_ step: Duration) {
        spent += step
        self.step = step
    }
}
