import Glibc

/// A pipe that wakes a thread waiting in `poll`.
///
/// Any thread may wake it; several wakes in a row count as one.
public final class WakePipe: Sendable {
    /// The descriptor to poll.
    public let reader: Int32
    private let writer: Int32

    /// Creates a pipe, or returns `nil` if the process has no descriptor left; `errno` has the reason.
    public init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Wakes the thread: now, or when it next polls.
    public func wake() {
        var byte: UInt8 = 1
        // A full pipe has already woken the thread.
        _ = write(writer, &byte, 1)
    }

    /// Discards all wakes so far.
    public func drain() {
        var buffer = [UInt8](repeating: 0, count: 512)
        while read(reader, &buffer, buffer.count) > 0 {}
    }
}
