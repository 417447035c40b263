import ClientEngine
import EngineSupport
import Glibc
import InspectorCanvas

/// The one blocking wait of the main thread.
///
/// ```
///  stdin ──▸ KeyDecoder ──▸ .keys            a half-read key sequence shortens the wait to the decoder's patience
///  signals ──▸ WINCH .resized   TSTP stop   CONT .resumed   INT QUIT TERM HUP .terminated
///  WakePipe ──▸ .woken
/// ```
struct EventLoop {
    enum Occurrence: Equatable {
        case keys([Key])
        case resized(Size)
        /// The process was stopped and continued; everything has to be drawn again.
        case resumed
        /// A signal asks the program to end.
        case terminated(signal: Int32)
        case woken
        case timeout
        case closed
    }

    private let terminal: Terminal
    private let wake: WakePipe
    private let clock = ContinuousClock()
    private var silence = Silence()
    private var lastLook: ContinuousClock.Instant

    init(terminal: Terminal, wake: WakePipe) {
        self.terminal = terminal
        self.wake = wake
        lastLook = clock.now
    }

    /// Waits until something happens or the time is over; nil waits without end.
    mutating func wait(milliseconds: Int?) -> [Occurrence] {
        var descriptors = [STDIN_FILENO, terminal.signals, wake.reader].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let patience = patience(milliseconds)
        let (before, begun) = (lastLook, clock.now)
        let count = poll(&descriptors, nfds_t(descriptors.count), patience)
        lastLook = clock.now
        if terminal.decoder.isPending, descriptors[0].revents == 0 {
            silence.note(
                work: begun - before, waitOf: .milliseconds(Int(patience)), taking: lastLook - begun)
        }
        guard count >= 0 else { return errno == EINTR ? [] : [.closed] }
        var occurrences: [Occurrence] = []
        if descriptors[1].revents != 0 { occurrences += takeSignals() }
        if descriptors[0].revents != 0 { occurrences += takeKeys() }
        if descriptors[2].revents != 0 {
            wake.drain()
            occurrences.append(.woken)
        }
        occurrences += settleKeys()
        return occurrences.isEmpty && count == 0 ? [.timeout] : occurrences
    }

    private func patience(_ milliseconds: Int?) -> Int32 {
        let wanted = milliseconds.map { max(0, $0) }
        guard terminal.decoder.isPending else { return wanted.map { Int32(clamping: $0) } ?? -1 }
        let left = Duration.milliseconds(terminal.decoder.patience) - silence.duration
        let rest = max(0, Int((left / .milliseconds(1)).rounded(.up)))
        return Int32(clamping: min(rest, wanted ?? rest))
    }

    private mutating func takeKeys() -> [Occurrence] {
        guard let keys = terminal.readKeys() else { return [.closed] }
        silence = Silence()
        return keys.isEmpty ? [] : [.keys(keys)]
    }

    private func settleKeys() -> [Occurrence] {
        guard terminal.decoder.isPending, silence.duration >= .milliseconds(terminal.decoder.patience)
        else { return [] }
        let keys = terminal.settleKeys()
        return keys.isEmpty ? [] : [.keys(keys)]
    }

    /// Takes all signals at once: a storm of size changes is one change.
    private func takeSignals() -> [Occurrence] {
        var numbers = [UInt8](repeating: 0, count: 1024)
        let count = read(terminal.signals, &numbers, numbers.count)
        let caught = Set(numbers.prefix(max(0, count)).map(Int32.init))
        if let fatal = [SIGHUP, SIGTERM, SIGQUIT, SIGINT].first(where: caught.contains) {
            return [.terminated(signal: fatal)]
        }
        var occurrences: [Occurrence] = []
        // In the background the terminal belongs to the shell; touching it would stop the process again.
        if caught.contains(SIGCONT), terminal.isForeground {
            terminal.resume()
            // The window may have changed meanwhile.
            occurrences += [.resumed, .resized(terminal.size)]
        }
        if caught.contains(SIGWINCH) {
            terminal.takeSize()
            occurrences.append(.resized(terminal.size))
        }
        if caught.contains(SIGTSTP) {
            terminal.stop()
            occurrences.append(.resumed)
        }
        return occurrences
    }
}
