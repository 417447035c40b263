import Foundation

/// A flag that `poll` can see: once raised, its read end is readable for every thread, for ever.
final class StopSignal: Sendable {
    let readEnd: Int32
    private let writeEnd: Guarded<Int32?>

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SandboxError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = Guarded(ends[1])
    }

    deinit {
        raise()
        close(readEnd)
    }

    var isRaised: Bool { writeEnd.withLock { $0 == nil } }

    /// Closing the only writer wakes everyone who polls; a second call does nothing.
    func raise() {
        let end = writeEnd.withLock { end in
            defer { end = nil }
            return end
        }
        if let end { close(end) }
    }
}
