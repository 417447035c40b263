import ClientEngine

/// The usual duration of calls of one kind, by those that passed at once; none is told of fewer than five.
package struct UsualDuration: Equatable, Sendable {
    /// Four of five calls took between these two.
    package let low: Duration
    package let high: Duration
    package let median: Duration
    /// The number of calls that it was told from.
    package let count: Int

    package static let fewest = 5
    /// The newest calls count, up to so many: servers change.
    package static let most = 200
    /// So many times the median is slow, where nothing else is asked for.
    package static let slow = 2.0
    /// Less than this nobody waits for: what is faster on the whole may vary.
    private static let noticeable = Duration.milliseconds(50)

    package init?(_ durations: some Sequence<Duration>) {
        let sorted = durations.sorted()
        guard sorted.count >= Self.fewest else { return nil }
        low = Self.quantile(0.1, of: sorted)
        high = Self.quantile(0.9, of: sorted)
        median = Self.quantile(0.5, of: sorted)
        count = sorted.count
    }

    /// Returns how many times as long as usual a call took; nil for one that is within the usual, or too little above it to be noticed.
    package func slowness(of duration: Duration) -> Double? {
        guard duration > high, duration - median >= Self.noticeable else { return nil }
        return duration.seconds / max(median.seconds, 0.000_1)
    }

    /// Returns whether a call is clearly slower than usual, or so many times as slow.
    package func isSlow(_ duration: Duration, times: Double? = nil) -> Bool {
        slowness(of: duration).map { $0 >= times ?? Self.slow } ?? false
    }

    /// `usually 40–90 ms`, with one unit where both have the same.
    package func text(dash: String) -> String {
        let (low, high) = (low.shortText, high.shortText)
        guard low != high else { return "usually \(high)" }
        let (lowParts, highParts) = (low.split(at: " "), high.split(at: " "))
        let isSameUnit = lowParts.count == 2 && lowParts.last == highParts.last
        return "usually \(isSameUnit ? String(lowParts[0]) : low)\(dash)\(high)"
    }

    /// The value that a part of all is not above, between two of them in proportion.
    private static func quantile(_ part: Double, of sorted: [Duration]) -> Duration {
        let place = part * Double(sorted.count - 1)
        let index = Int(place)
        let next = sorted[min(index + 1, sorted.count - 1)]
        return sorted[index] + (next - sorted[index]) * (place - Double(index))
    }
}
