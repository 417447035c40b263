import Glibc

/// The delay of a mock, which is drawn for each request.
public enum DelayDistribution: Sendable, Hashable {
    /// A constant delay.
    case fixed(milliseconds: Int)
    /// A random delay from `lower` through `upper` milliseconds, with equal probability.
    case uniform(lower: Int, upper: Int)
    /// A log-normal delay in milliseconds, mostly near the median and sometimes much longer: a larger `sigma` makes
    /// longer delays more likely.
    ///
    /// A delay above `maximum` is drawn again, at most ten times, and then clamped.
    case logNormal(median: Double, sigma: Double, maximum: Double? = nil)

    /// The longest delay in milliseconds: a day.
    private static let longest = 86_400_000.0
    private static let mostDraws = 10

    /// Draws a delay.
    ///
    /// `random` returns numbers in 0..<1.
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

    /// Returns the median times e to the power of sigma times a normally distributed number (Box–Muller transform).
    private static func logNormal(_ median: Double, _ sigma: Double, _ random: () -> Double) -> Double {
        let radius = (-2 * log(1 - random())).squareRoot()
        return (exp(radius * cos(2 * .pi * random()) * sigma) * median).rounded()
    }
}
