internal import EngineSupport
import FoundationEssentials
import Glibc

/// A point in time on the machine's monotonic clock (`CLOCK_MONOTONIC`), which cannot be set and does not advance while
/// the machine sleeps.
///
/// Compare only instants of the same run of a machine. ``date(by:)`` returns the wall-clock time of an instant.
public struct Instant: Sendable, Hashable, InstantProtocol {
    /// The nanoseconds since the start of the clock, which is usually the start of the machine.
    public var nanoseconds: Int64

    /// Creates an instant from the nanoseconds since the start of the clock.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The current time.
    public static var now: Instant { SystemTime().now() }

    /// Returns whether `left` is before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant after `duration`, clamped to 64 bits of nanoseconds (292 years).
    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds.addingSaturated(duration.nanoseconds))
    }

    /// Returns the time from this instant to `other`, clamped to 64 bits of nanoseconds.
    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds(since: self))
    }

    /// Returns the instant after `duration`, clamped to 64 bits of nanoseconds (292 years).
    public static func + (instant: Instant, duration: Duration) -> Instant {
        instant.advanced(by: duration)
    }

    /// Returns the time from the right instant to the left one, clamped to 64 bits of nanoseconds.
    public static func - (left: Instant, right: Instant) -> Duration {
        right.duration(to: left)
    }

    /// Returns the nanoseconds since an earlier instant, clamped to 64 bits.
    public func nanoseconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self < earlier ? .min : .max) : difference
    }

    /// Returns the wall-clock time of the instant, computed from the current time of both clocks.
    ///
    /// If the wall clock has been set since then, the result differs from the time that it displayed.
    public func date(by time: some TimeSource = SystemTime()) -> Date {
        time.date().addingTimeInterval((self - time.now()).seconds)
    }
}

/// The clocks of a client.
///
/// Tests can replace them.
public protocol TimeSource: Sendable {
    /// Returns the current time of the monotonic clock.
    func now() -> Instant

    /// Returns the current time of the wall clock.
    func date() -> Date

    /// Registers a closure that a manual clock calls after each change of its time.
    ///
    /// Real clocks ignore it.
    func onAdvance(_ wake: @escaping @Sendable () -> Void)
}

extension TimeSource {
    /// Ignores the closure.
    public func onAdvance(_ wake: @escaping @Sendable () -> Void) {}
}

/// The clocks of the machine: `CLOCK_MONOTONIC` and the wall clock.
public struct SystemTime: TimeSource {
    /// Creates a source of the machine's time.
    public init() {}

    /// Returns the current time of `CLOCK_MONOTONIC`.
    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns the current time of the wall clock.
    public func date() -> Date { Date() }
}
