import Glibc

/// The time that a mock waits, drawn anew for every request.
public enum DelayDistribution: Sendable, Hashable {
    /// Always this time.
    case fixed(milliseconds: Int)
    /// Any time between these two, which can be drawn too; each is as likely.
    case uniform(lower: Int, upper: Int)
    /// Mostly about the median, in milliseconds, and sometimes far more: the larger sigma, the longer the tail.
    ///
    /// A value above the maximum is drawn again, ten times at most, and then cut.
    case logNormal(median: Double, sigma: Double, maximum: Double? = nil)

    /// No mock waits longer for its distribution, in milliseconds: a day.
    private static let longest = 86_400_000.0
    private static let mostDraws = 10

    /// Draws a time; `random` gives numbers in 0..<1.
    func draw(_ random: () -> Double) -> Duration {
        switch self {
        case .fixed(let milliseconds): return .milliseconds(max(0, milliseconds))
        case .uniform(let lower, let upper):
            guard lower < upper else { return .milliseconds(max(0, lower)) }
            let span = Double(upper) - Double(lower) + 1
            return .milliseconds(min(Self.longest, max(0, Double(lower) + (random() * span).rounded(.down))))
        case .logNormal(let median, let sigma, let maximum):
            let limit = min(maximum ?? Self.longest, Self.longest)
            var drawn = Self.logNormal(median, sigma, random)
            var draws = 0
            while drawn > limit, draws < Self.mostDraws {
                drawn = Self.logNormal(median, sigma, random)
                draws += 1
            }
            return .milliseconds(max(0, min(drawn, limit)))
        }
    }

    /// Returns the median times e to the power of sigma times a normal number (Box and Muller's).
    private static func logNormal(_ median: Double, _ sigma: Double, _ random: () -> Double) -> Double {
        let radius = (-2 * log(1 - random())).squareRoot()
        return (exp(radius * cos(2 * .pi * random()) * sigma) * median).rounded()
    }
}
