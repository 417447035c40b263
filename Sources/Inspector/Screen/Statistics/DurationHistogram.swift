/// Counts durations so that any percentile of any number of them can be told at once.
///
/// Each power of two of nanoseconds is divided into 512 equal steps: a percentile is right to within 0.1 %, adding a
/// duration takes the same few instructions however many there are, and all of them fit into 140 kB.
struct DurationHistogram: Equatable, Sendable {
    private(set) var count = 0
    private var counts: [UInt32] = []
    /// The sums of as many counts as a power of two has steps, so that few have to be looked at.
    private var sums: [Int] = []

    private static let stepBits = 9
    private static let steps = 1 << stepBits
    /// Durations from here on, more than two hours, count as this long.
    private static let longest: Int64 = 1 << 43

    mutating func add(_ duration: Duration) {
        let index = Self.index(of: duration)
        if index >= counts.count {
            counts += [UInt32](repeating: 0, count: index + 1 - counts.count)
            sums += [Int](repeating: 0, count: index / Self.steps + 1 - sums.count)
        }
        counts[index] += 1
        sums[index / Self.steps] += 1
        count += 1
    }

    /// The shortest duration that at least so many percent of all do not exceed; nil while there are none.
    func percentile(_ percent: Int) -> Duration? {
        guard count > 0 else { return nil }
        var rank = max(1, (count * percent + 99) / 100)
        var index = 0
        while rank > sums[index / Self.steps] {
            rank -= sums[index / Self.steps]
            index += Self.steps
        }
        while rank > counts[index] {
            rank -= Int(counts[index])
            index += 1
        }
        return .nanoseconds(Self.middle(of: index))
    }

    /// Below 512 ns each nanosecond has a step of its own; above, the leading ten bits name the step.
    private static func index(of duration: Duration) -> Int {
        let value = Int(max(0, min(duration.nanoseconds, longest)))
        let shift = max(0, Int.bitWidth - value.leadingZeroBitCount - 1 - stepBits)
        return shift * steps + (value >> shift)
    }

    private static func middle(of index: Int) -> Int64 {
        guard index >= 2 * steps else { return Int64(index) }
        let shift = index / steps - 1
        let start = (index - shift * steps) << shift
        return Int64(start + (1 << shift) / 2)
    }
}
