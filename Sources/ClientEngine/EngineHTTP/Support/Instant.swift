import FoundationEssentials
import Glibc

/// A point on the monotonic clock of a client; only differences between instants have a meaning.
public struct Instant: Sendable, Hashable, Comparable {
    /// The nanoseconds since an arbitrary start.
    public var nanoseconds: Int64

    /// Creates an instant.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Returns whether an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant `duration` later, clamped to what 64 bits hold (292 years).
    public static func + (instant: Instant, duration: Duration) -> Instant {
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
public protocol TimeSource: Sendable {
    /// Returns the point in time on the monotonic clock.
    func now() -> Instant

    /// Returns the time of the wall clock.
    func date() -> Date

    /// Registers a closure for a clock that is moved by hand, which calls it after each move. Real clocks ignore it.
    func onAdvance(_ wake: @escaping @Sendable () -> Void)
}

extension TimeSource {
    /// Ignores the closure.
    public func onAdvance(_ wake: @escaping @Sendable () -> Void) {}
}

/// Reads the clocks of the machine (`CLOCK_MONOTONIC` and the wall clock).
public struct SystemTime: TimeSource {
    /// Creates a source.
    public init() {}

    /// Returns the point in time on `CLOCK_MONOTONIC`.
    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns the time of the wall clock.
    public func date() -> Date { Date() }
}
