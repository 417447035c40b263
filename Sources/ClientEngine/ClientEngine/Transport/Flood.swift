import Glibc

/// Distinguishes a flood of useless TLS messages from a busy connection: a pure value.
///
/// OpenSSL reads from a connection until there is data for a request, or nothing is left. Until then, no deadline is
/// checked, and no other task continues. The limit is processor time, which other programs do not affect.
struct Flood {
    /// The time for which useless messages may keep the loop busy.
    static let limit = Duration.milliseconds(50)
    /// The number of reads between readings of the clock.
    private static let stride = 16
    private var reads = 0
    private var started = Duration.zero

    /// Resets the count, because the loop had its turn or useful data arrived.
    mutating func subside() {
        reads = 0
    }

    /// Counts a read.
    ///
    /// Returns `false` if the limit is exceeded.
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

/// Limits the amount per second of data that a server sends over HTTP/2 without anything useful for a request: a pure
/// value.
struct FrameRate {
    /// The limit for bytes of useless frames: about a hundred thousand frames.
    static let idleLimit = 1 << 20
    /// The limit for frames that require an acknowledgement: SETTINGS and PING (RFC 9113, section 10.5).
    ///
    /// The library nghttp2 has the same limit for pending acknowledgements.
    static let demandLimit = 1000

    private let limit: Int
    /// The amount between readings of the clock.
    private let stride: Int
    private var amount = 0
    private var strides = 0
    private var began = Instant(nanoseconds: 0)

    init(limit: Int, stride: Int = 1) {
        (self.limit, self.stride) = (limit, stride)
    }

    /// Resets the amount, because useful data was sent or received.
    mutating func subside() {
        (amount, strides) = (0, 0)
    }

    /// Adds `count`.
    ///
    /// Returns whether the amount of the current second is within the limit.
    mutating func mayCome(_ count: Int = 1, at now: () -> Instant) -> Bool {
        amount += count
        guard amount >= stride else { return true }
        let now = now()
        if strides == 0 || now - began > .seconds(1) { (strides, began) = (0, now) }
        strides += amount / stride
        amount %= stride
        return strides * stride <= limit
    }
}
