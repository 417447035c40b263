import Glibc

/// Distinguishes messages of TLS that are useless, and come without a pause, from a busy connection: a pure value.
///
/// OpenSSL reads a connection until there is data for a request or nothing is left. Until then no deadline passes and no other task
/// continues. The limit is processor time, because other programs do not affect it.
struct Flood {
    /// The time for which they may keep the loop busy.
    static let limit = Duration.milliseconds(50)
    /// The number of reads without a look at the clock.
    private static let stride = 16
    private var reads = 0
    private var started = Duration.zero

    /// Begins anew: the loop has had its turn, or something came.
    mutating func subside() {
        reads = 0
    }

    /// Counts a read; false when it is one too many.
    mutating func mayRead(_ processorTime: () -> Duration = Self.processorTime) -> Bool {
        reads += 1
        guard reads % Self.stride == 0 else { return true }
        let now = processorTime()
        if reads == Self.stride { started = now }
        return now - started < Self.limit
    }

    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Distinguishes a server that sends nothing but useless frames of HTTP/2 from one that sends a few: a pure value.
struct IdleRate {
    /// The bytes of such frames that may come within a second: some hundred thousand frames.
    static let limit = 1 << 20
    /// The number of bytes without a look at the clock.
    private static let stride = 1 << 16
    private var bytes = 0
    private var strides = 0
    private var began = Instant(nanoseconds: 0)

    /// Begins anew: something came or went that a request needs.
    mutating func subside() {
        (bytes, strides) = (0, 0)
    }

    /// Counts bytes; returns whether they are not too many.
    mutating func mayCome(_ count: Int, at now: () -> Instant) -> Bool {
        bytes += count
        guard bytes >= Self.stride else { return true }
        let now = now()
        if strides == 0 || now - began > .seconds(1) { (strides, began) = (0, now) }
        strides += bytes / Self.stride
        bytes %= Self.stride
        return strides * Self.stride <= Self.limit
    }
}

/// Tells a server that has its frames acknowledged for the sake of it, by SETTINGS and PING (RFC 9113, section 10.5), from
/// one that looks now and then whether the client is there: a pure value.
struct DemandRate {
    /// The maximum number within a second while nothing else happens: as many as nghttp2 lets wait for their answers.
    static let limit = 1000
    private var count = 0
    private var began = Instant(nanoseconds: 0)

    /// Begins anew: something else came.
    mutating func subside() {
        count = 0
    }

    /// Counts one; false when it is one too many.
    mutating func mayCome(at now: Instant) -> Bool {
        if count == 0 || now - began > .seconds(1) { (count, began) = (0, now) }
        count += 1
        return count <= Self.limit
    }
}
