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

/// Counts what a server sends over HTTP/2 while nothing comes that a request needs, and limits it to an amount in a second: a pure value.
struct FrameRate {
    /// The bytes of useless frames that may come: some hundred thousand frames.
    static let idleLimit = 1 << 20
    /// The frames that demand an acknowledgement, SETTINGS and PING (RFC 9113, section 10.5), that may come: as many as nghttp2
    /// lets wait for their acknowledgements.
    static let demandLimit = 1000

    private let limit: Int
    /// The amount without a look at the clock.
    private let stride: Int
    private var amount = 0
    private var strides = 0
    private var began = Instant(nanoseconds: 0)

    init(limit: Int, stride: Int = 1) {
        (self.limit, self.stride) = (limit, stride)
    }

    /// Begins anew: something came or went that a request needs.
    mutating func subside() {
        (amount, strides) = (0, 0)
    }

    /// Adds `count`; returns whether the amount of this second is within the limit.
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
