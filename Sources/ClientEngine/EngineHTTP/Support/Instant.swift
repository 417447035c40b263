internal import EngineSupport
import FoundationEssentials
import Glibc

/// A point on the machine's monotonic clock (`CLOCK_MONOTONIC`), which is never set and does not advance while the machine sleeps.
///
/// Only differences of instants of one run of a machine mean anything. ``date(by:)`` gives the wall-clock time of an instant.
public struct Instant: Sendable, Hashable, InstantProtocol {
    /// The nanoseconds since the clock's arbitrary start, mostly the start of the machine.
    public var nanoseconds: Int64

    /// Creates an instant from its nanoseconds since the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The present instant.
    public static var now: Instant { SystemTime().now() }

    /// Returns whether an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant later by `duration`, clamped to what 64 bits of nanoseconds hold (292 years).
    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds.addingSaturated(duration.nanoseconds))
    }

    /// Returns the time from this instant to `other`, clamped as instants are.
    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds(since: self))
    }

    /// Returns the instant later by a duration, clamped to what 64 bits of nanoseconds hold (292 years).
    public static func + (instant: Instant, duration: Duration) -> Instant {
        instant.advanced(by: duration)
    }

    /// Returns the time from the right instant to the left one, clamped as instants are.
    public static func - (left: Instant, right: Instant) -> Duration {
        right.duration(to: left)
    }

    /// Returns the time from an earlier instant in nanoseconds, clamped as instants are.
    public func nanoseconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self < earlier ? .min : .max) : difference
    }

    /// Returns the wall-clock time of the instant, from what both clocks of `time` show now.
    ///
    /// A wall clock that was set since then makes it differ from the time that it showed.
    public func date(by time: some TimeSource = SystemTime()) -> Date {
        time.date().addingTimeInterval((self - time.now()).seconds)
    }
}

/// The clock of a client; tests use one of their own.
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
