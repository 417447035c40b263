import Glibc

/// Wakes a thread that waits in `poll`, from any other thread; many wakes before it looks are one.
public final class WakePipe: Sendable {
    /// The end to poll.
    public let reader: Int32
    private let writer: Int32

    /// Fails only when the process is out of descriptors, and `errno` says so.
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

    /// Wakes whoever waits, now or the next time.
    public func wake() {
        var byte: UInt8 = 1
        // A full pipe has already woken the thread.
        _ = write(writer, &byte, 1)
    }

    /// Forgets the wakes so far.
    public func drain() {
        var buffer = [UInt8](repeating: 0, count: 512)
        while read(reader, &buffer, buffer.count) > 0 {}
    }
}
