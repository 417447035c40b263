import Glibc

/// The waits before the retries of a task.
public struct Backoff: Sendable, Hashable {
    /// The first wait.
    public var initial: Duration
    /// The factor by which each wait is longer than the previous one.
    public var multiplier: Double
    /// The longest wait.
    public var maximum: Duration
    /// Indicates whether each wait is a random part, between half and all, of the computed one, so that clients do not
    /// retry at the same time.
    public var hasJitter: Bool
    /// The individual waits, of which the last one repeats.
    ///
    /// Unless empty, they replace the other properties.
    public var steps: [Duration] = []

    /// Creates waits that grow by a factor.
    public init(
        from initial: Duration = .milliseconds(200), multiplier: Double = 2,
        maximum: Duration = .seconds(10), hasJitter: Bool = true
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.hasJitter = hasJitter
    }

    /// Returns the wait before a retry, counted from 1.
    ///
    /// `random` is in 0..<1 and determines the jitter.
    public func delay(beforeRetry number: Int, random: Double) -> Duration {
        if let last = steps.last { return number > steps.count ? last : steps[max(1, number) - 1] }
        var seconds = initial.seconds
        for _ in 1..<max(1, min(number, 64)) where seconds < maximum.seconds { seconds *= multiplier }
        // Zero times infinity is NaN. With a negative multiplier, products can be negative, even negative infinity.
        seconds = seconds.isNaN ? maximum.seconds : max(0, min(seconds, maximum.seconds))
        return .seconds(hasJitter ? seconds * (0.5 + random / 2) : seconds)
    }

    /// Returns a description of the wait before a retry, counted from 1, as in `200ms`, `200ms × 2` or `max 5s`.
    func explanation(ofRetry number: Int) -> String {
        guard steps.isEmpty else { return delay(beforeRetry: number, random: 0).brief }
        let factor = pow(multiplier, Double(max(0, min(number, 64) - 1)))
        guard initial.seconds * factor <= maximum.seconds else { return "max \(maximum.brief)" }
        if factor == 1 { return initial.brief }
        let hundredths = (factor * 100).rounded() / 100
        return "\(initial.brief) × \(Int(exactly: hundredths).map(String.init) ?? String(hundredths))"
    }
}
