import ClientEngine
import EngineSupport
import Glibc
import Synchronization

/// Turns signals into calls while it lives, and ignores SIGPIPE, so that a reader of the output that goes
/// away does not take the files asked for with it.
package final class SignalHandler {
    private let id: Int

    /// Calls the closure on a thread of its own with the number of each signal that arrives.
    ///
    /// Signals arrive from its return on.
    package init(_ signals: [Int32] = [SIGINT, SIGTERM], _ receive: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        id = SignalReader.shared.add(signals, receive)
    }

    deinit {
        SignalReader.shared.remove(id)
    }

    /// Makes the thread before it is needed: the system makes none while another one loads a library.
    static func makeThread() { _ = SignalReader.shared }
}

/// Reads on a thread what a handler of signals, which may do next to nothing itself, has written into a pipe.
private final class SignalReader: Sendable {
    static let shared = SignalReader()

    private struct State {
        var receivers: [Receiver] = []
        var lastID = 0
    }

    private struct Receiver {
        var id: Int
        var signals: [Int32]
        var receive: @Sendable (Int32) -> Void
    }

    /// The end of the pipe that the handler writes to.
    private static let writer = Atomic<Int32>(-1)

    private let state = Locked(State())

    private init() {
        var ends: [Int32] = [-1, -1]
        // Without a descriptor left, signals end the program as they would without this.
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = ends[0]
        Self.writer.store(ends[1], ordering: .releasing)
        DetachedThread.start { [self] in
            // Whoever has started the program may have left signals blocked: this thread takes them in any case.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            var byte: UInt8 = 0
            while true {
                let count = read(reader, &byte, 1)
                guard count == 1 || count < 0 && errno == EINTR else { return }
                guard count == 1 else { continue }
                let number = Int32(byte)
                for receiver in state.withLock({ $0.receivers }) where receiver.signals.contains(number) {
                    receiver.receive(number)
                }
            }
        }
    }

    func add(_ signals: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) -> Int {
        let id = state.withLock { state in
            state.lastID += 1
            state.receivers.append(Receiver(id: state.lastID, signals: signals, receive: receive))
            return state.lastID
        }
        guard Self.writer.load(ordering: .acquiring) >= 0 else { return id }
        for number in signals {
            signal(number) { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalReader.writer.load(ordering: .acquiring), &byte, 1)
                errno = saved
            }
        }
        return id
    }

    /// Takes a receiver out; signals that nobody else waits for mean nothing from then on.
    func remove(_ id: Int) {
        let unwatched = state.withLock { state in
            let signals = state.receivers.first { $0.id == id }?.signals ?? []
            state.receivers.removeAll { $0.id == id }
            return signals.filter { number in !state.receivers.contains { $0.signals.contains(number) } }
        }
        for number in unwatched { signal(number, SIG_IGN) }
    }
}
