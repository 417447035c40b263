import ClientEngine

/// The usual duration of calls of one kind, computed from at least five calls that passed at the first attempt.
package struct UsualDuration: Equatable, Sendable {
    /// The 10th percentile.
    ///
    /// Four of five calls take between `low` and `high`.
    package let low: Duration
    package let high: Duration
    package let median: Duration
    /// The number of calls that were measured.
    package let count: Int

    package static let fewest = 5
    /// The maximum number of calls to measure, newest first, because servers change.
    package static let most = 200
    /// The default factor of the median from which a call counts as slow.
    package static let slow = 2.0
    /// The smallest noticeable delay.
    ///
    /// Shorter differences are ignored.
    private static let noticeable = Duration.milliseconds(50)

    package init?(_ durations: some Sequence<Duration>) {
        let sorted = durations.sorted()
        guard sorted.count >= Self.fewest else { return nil }
        low = Self.quantile(0.1, of: sorted)
        high = Self.quantile(0.9, of: sorted)
        median = Self.quantile(0.5, of: sorted)
        count = sorted.count
    }

    /// Returns the duration as a multiple of the median, or `nil` if it is within the usual range or barely above.
    package func slowness(of duration: Duration) -> Double? {
        guard duration > high, duration - median >= Self.noticeable else { return nil }
        return duration.seconds / max(median.seconds, 0.000_1)
    }

    /// Returns whether a call exceeds the usual range and took at least `times` times the median, by default twice.
    package func isSlow(_ duration: Duration, times: Double? = nil) -> Bool {
        slowness(of: duration).map { $0 >= times ?? Self.slow } ?? false
    }

    /// A phrase such as `usually 40–90 ms`, with the unit once if both values have the same.
    package func text(dash: String) -> String {
        let (low, high) = (low.shortText, high.shortText)
        guard low != high else { return "usually \(high)" }
        let (lowParts, highParts) = (low.split(at: " "), high.split(at: " "))
        let isSameUnit = lowParts.count == 2 && lowParts.last == highParts.last
        return "usually \(isSameUnit ? String(lowParts[0]) : low)\(dash)\(high)"
    }

    /// Returns the quantile `part` of sorted values, interpolated linearly.
    private static func quantile(_ part: Double, of sorted: [Duration]) -> Duration {
        let place = part * Double(sorted.count - 1)
        let index = Int(place)
        let next = sorted[min(index + 1, sorted.count - 1)]
        return sorted[index] + (next - sorted[index]) * (place - Double(index))
    }
}
