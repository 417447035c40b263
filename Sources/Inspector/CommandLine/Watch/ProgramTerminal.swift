import CInspectorSpawn
import ClientEngine
import EngineSupport
import Glibc
import InspectorValues

/// The terminal that a program is given for its output: a pty, whose other end is read here.
///
///     program ── writes ──▶ pty ──▶ thread ──▶ │ the newest 64 KiB │ ── at most 60 times a second ──▶ receiver
///
/// The program is never held up: what comes faster than it is taken is counted, and the oldest of it let go.
struct ProgramTerminal: Sendable {
    private static let block = 16 << 10
    private static let interval = Duration.milliseconds(16)

    /// The end that the program gets.
    let descriptor: Int32
    private let ours: Int32

    /// Nil where the system has no pty left; `errno` says why.
    init?(columns: Int, lines: Int) {
        var ends: [Int32] = [-1, -1]
        guard cs_terminal(&ends) == 0 else { return nil }
        (ours, descriptor) = (ends[0], ends[1])
        resize(columns: columns, lines: lines)
    }

    func resize(columns: Int, lines: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(clamping: columns), UInt16(clamping: lines))
        _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
    }

    func closeProgramEnd() { close(descriptor) }

    /// Hands on what is written until nobody can write any more; the end comes as nil, on the same thread as all before.
    func read(_ receive: @escaping @Sendable (ProgramOutput?) -> Void) {
        DetachedThread.start { [self] in
            let clock = ContinuousClock()
            var (waiting, due) = (ProgramOutput(), clock.now)
            var block = [UInt8](repeating: 0, count: Self.block)
            while true {
                let patience = waiting.isEmpty ? -1 : max(0, Int32((due - clock.now) / .milliseconds(1)))
                var watched = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
                if poll(&watched, 1, patience) > 0 {
                    let count = Glibc.read(ours, &block, block.count)
                    // With nobody left who could write, a pty has an error and no end.
                    guard count > 0 || count < 0 && errno == EINTR else { break }
                    waiting.append(block.prefix(max(0, count)))
                }
                guard !waiting.isEmpty, clock.now >= due else { continue }
                receive(waiting)
                (waiting, due) = (ProgramOutput(), clock.now + Self.interval)
            }
            if !waiting.isEmpty { receive(waiting) }
            receive(nil)
            close(ours)
        }
    }
}
