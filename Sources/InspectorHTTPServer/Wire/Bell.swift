import Foundation

/// Wakes a thread that waits in `poll`, from any other thread.
package final class Bell: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServerError("pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Rings; where the pipe is full it rings already.
    package func ring() {
        var stroke: UInt8 = 1
        _ = write(writeEnd, &stroke, 1)
    }

    /// Takes the strokes so far, so that the next one wakes again.
    func silence() {
        var strokes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &strokes, strokes.count) == strokes.count {}
    }
}
