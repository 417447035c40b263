import EngineHTTP
import EngineSupport
import Glibc

/// A flag that `poll` can see: once raised, its read end is readable for every thread, for ever.
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

    /// Closing the only writer wakes everyone who polls; a second call does nothing.
    package func raise() {
        let end = writeEnd.withLock { end in
            defer { end = nil }
            return end
        }
        if let end { close(end) }
    }
}
