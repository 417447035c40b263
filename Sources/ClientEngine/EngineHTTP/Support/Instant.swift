import FoundationEssentials
import Glibc

/// Marks a point on the monotonic clock, in nanoseconds; only differences mean anything.
public struct Instant: Sendable, Hashable, Comparable {
    /// The nanoseconds since an arbitrary start.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Returns whether an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant so much later; one beyond what 64 bits hold (292 years) is the last, or the first, that they
    /// do.
    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds.addingSaturated(duration.nanoseconds))
    }

    /// Returns the time from the right instant to the left one, clamped as instants are.
    public static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanoseconds(since: right))
    }

    /// Returns the same in nanoseconds.
    package func nanoseconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self < earlier ? .min : .max) : difference
    }
}

extension Duration {
    /// The duration in whole nanoseconds, clamped to what 64 bits hold (292 years).
    package var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }

    package var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

    package var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

extension SignedInteger where Self: FixedWidthInteger {
    /// Returns the sum, clamped to the values of the type.
    package func addingSaturated(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// Tells the time to a client; tests bring their own.
package protocol TimeSource: Sendable {
    func now() -> Instant

    func date() -> Date

    /// Asks to be told when the clock is moved by hand, so that sleeping timers look again. Real clocks do nothing.
    func onAdvance(_ wake: @escaping @Sendable () -> Void)
}

extension TimeSource {
    package func onAdvance(_ wake: @escaping @Sendable () -> Void) {}
}

/// Reads the clocks of the machine (`CLOCK_MONOTONIC` and the wall clock).
package struct SystemTime: TimeSource {
    package init() {}

    package func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package func date() -> Date { Date() }
}
