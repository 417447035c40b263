import EngineHTTP
import EngineSupport
import Glibc

/// A flag that `poll` observes: after `raise()`, its read end stays readable for every thread.
package final class StopSignal: Sendable {
    package let readEnd: Int32
    private let writeEnd: Locked<Int32?>

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServerError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = Locked(ends[1])
    }

    deinit {
        raise()
        close(readEnd)
    }

    package var isRaised: Bool { writeEnd.withLock { $0 == nil } }

    /// Closes the only writer, which wakes every polling thread.
    ///
    /// A second call has no effect.
    package func raise() {
        let end = writeEnd.withLock { end in
            defer { end = nil }
            return end
        }
        if let end { close(end) }
    }
}
