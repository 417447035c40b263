/// Limits for numbers that files, servers and other programs report.
///
/// Readers clamp such numbers where they read them. Thousands of clamped numbers add up without an overflow.
package enum ReportedNumber {
    /// The largest size in bytes: 256 TiB.
    package static let largestSize = 1 << 48

    /// Returns a size in bytes, clamped to 0 through ``largestSize``.
    package static func size(_ value: Int) -> Int { min(max(0, value), largestSize) }

    /// Returns the sum of two sizes, clamped to ``largestSize``.
    package static func sum(_ left: Int, _ right: Int) -> Int { size(size(left) + size(right)) }
}

extension Duration {
    /// Returns a duration of `seconds`, clamped to `limits`, which are one year unless the caller passes others.
    ///
    /// `Duration.seconds(Double)` traps for infinity, for NaN and for large values. NaN becomes the lower limit here.
    package static func clamped(
        seconds: Double, to limits: ClosedRange<Double> = 0...31_536_000
    ) -> Duration {
        seconds > limits.lowerBound
            ? .seconds(min(seconds, limits.upperBound)) : .seconds(limits.lowerBound)
    }

    /// Returns a duration of `nanoseconds`, clamped to 0 through one year.
    package static func clamped(nanoseconds: Int) -> Duration {
        .nanoseconds(min(max(0, nanoseconds), 31_536_000_000_000_000))
    }
}
