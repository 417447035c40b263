import FoundationEssentials
import Glibc
import HTTPValues

/// One accepted connection, byte by byte, for a script that plays a server.
///
/// Nothing here throws: when the client has left or the server stops, reads come back empty and writes
/// and waits return false, at once, so that a script that just runs to its end ends promptly.
/// It belongs to the thread that runs the script.
package final class RawConnection {
    /// 1 for the first connection that was accepted.
    package let number: Int

    private enum State { case open, closed }

    package let stream: any ByteStream
    private let stop: StopSignal
    private let note: @Sendable (ReceivedRequest) -> Void
    private let limits: RequestParser.Limits
    private let timeouts: ConnectionTimeouts
    private let share: HeldBytes.Share
    private var input = ReadBuffer()
    private var parser: RequestParser
    private var state = State.open
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Takes over a stream, which it closes; every request that is read is noted.
    package init(
        number: Int, stream: any ByteStream, stop: StopSignal, limits: RequestParser.Limits = .init(),
        timeouts: ConnectionTimeouts = ConnectionTimeouts(), held: HeldBytes? = nil,
        note: @escaping @Sendable (ReceivedRequest) -> Void = { _ in }
    ) {
        self.number = number
        self.stream = stream
        self.stop = stop
        self.limits = limits
        self.timeouts = timeouts
        share = HeldBytes.Share(of: held)
        self.note = note
        parser = RequestParser(limits: limits)
    }

    // MARK: Reading

    /// Reads the head of the next request and leaves its body to `read`; nil when none comes.
    package func readHead() -> ReceivedRequest? {
        defer { parser = RequestParser(limits: limits) }
        while true {
            switch parser.next(&input) {
            case .needsInput: guard fill() == .ready else { return nil }
            case .head(let request): return noted(request)
            case .request, .refused: return nil
            }
        }
    }

    /// Reads the next request with its body, and asks for the body when the client waits to be asked.
    package func readRequest() -> ReceivedRequest? {
        try? receive().get()
    }

    package func read(_ count: Int) -> [UInt8] {
        var taken: [UInt8] = []
        while taken.count < count {
            if input.isEmpty, fill() != .ready { break }
            taken += input.read(upTo: count - taken.count)
        }
        return taken
    }

    package enum ReceiveError: Error {
        case ended
        case refused(RequestParser.ParsingError)
    }

    /// Reads the next request with its body, as fast as the connection's timeouts want it.
    ///
    /// The bytes of the request before are let go.
    package func receive() -> Result<ReceivedRequest, ReceiveError> {
        var watch = ConnectionTimeouts.Watch(timeouts)
        _ = share.hold(0)
        while true {
            let step = parser.next(&input)
            guard share.hold(parser.bodyBytes(in: step)) else {
                return .failure(.refused(.tooMuchTogether))
            }
            switch step {
            case .needsInput:
                let stage = stage
                switch fill(until: watch.deadline(for: stage)) {
                case .ready: continue
                case .timedOut where stage != .idle: return .failure(.refused(.tooSlow))
                case .timedOut, .stopped, .woken: return .failure(.ended)
                }
            case .head where parser.expectsContinue && input.isEmpty: write("HTTP/1.1 100 Continue\r\n\r\n")
            case .head: continue
            case .request(let request): return .success(noted(request))
            case .refused(let refusal): return .failure(.refused(refusal))
            }
        }
    }

    private var stage: ConnectionTimeouts.Stage {
        if parser.isInBody { return .body }
        return parser.isInHead || !input.isEmpty ? .head : .idle
    }

    // MARK: Writing

    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                // A client that reads fast enough never makes the stream wait, where stopping is noticed.
                guard state == .open, !stop.isRaised else { return false }
                guard let sent = sendNow(UnsafeRawBufferPointer(rebasing: rest)) else { return false }
                rest = rest.dropFirst(sent)
            }
            return state == .open
        }
    }

    @discardableResult
    package func write(_ text: String) -> Bool {
        write(Array(text.utf8))
    }

    /// 0 after a wait that ended well; nil when the connection cannot be written to any more.
    private func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let sent = stream.send(bytes) else {
            return stream.wait(for: POLLOUT, until: nil, or: stop) == .ready ? 0 : nil
        }
        return sent < 0 ? nil : sent
    }

    // MARK: Waiting

    /// Lets time pass; false when the client left or the server stops before it is over.
    @discardableResult
    package func pause(seconds: Double) -> Bool {
        wait(until: .now + .seconds(min(max(seconds, 0), 86_400)), keeping: 1 << 20)
    }

    /// Waits until the client closes or the server stops; what the client still sends is thrown away.
    package func waitUntilClosed() {
        input.removeAll()
        while wait(until: nil, keeping: 0) { input.removeAll() }
    }

    /// Waits until the pipe wakes the thread; false when the client left or the server stops before.
    package func wait(for wakePipe: WakePipe) -> Bool {
        while state == .open {
            switch stream.wait(for: input.count > 1 << 20 ? 0 : POLLIN, until: nil, or: stop, or: wakePipe) {
            case .woken: return true
            case .ready: guard receiveNow() != 0 else { return false }
            case .timedOut, .stopped: return false
            }
        }
        return false
    }

    /// Reads meanwhile, which alone shows that a client has left, but keeps little more than `limit` bytes.
    ///
    /// Without a deadline it returns true when more than `limit` bytes are kept.
    private func wait(until deadline: ContinuousClock.Instant?, keeping limit: Int) -> Bool {
        while state == .open {
            let isFull = input.count > limit
            if isFull, deadline == nil { return true }
            switch stream.wait(for: isFull ? 0 : POLLIN, until: deadline, or: stop) {
            case .timedOut: return true
            case .stopped, .woken: return false
            case .ready: guard receiveNow() != 0 else { return false }
            }
        }
        return false
    }

    // MARK: Closing

    /// Closes with FIN, and on TLS with close_notify before it.
    package func close() {
        end { $0.close() }
    }

    /// Closes with FIN alone: on TLS without close_notify, as a connection ends that was cut on the way.
    package func closeWithoutGoodbye() {
        end { $0.closeWithoutGoodbye() }
    }

    /// Closes with RST; what the client has not yet read may be lost to it.
    package func closeWithReset() {
        end { $0.closeWithReset() }
    }

    /// Hands the stream over to the caller, who closes it, with what has arrived and was not read.
    package func handOver() -> ArraySlice<UInt8> {
        state = .closed
        return input.read(upTo: input.count)
    }

    private func end(_ close: (any ByteStream) -> Void) {
        guard state == .open else { return }
        state = .closed
        close(stream)
    }

    /// Closes so that a client that is still sending reads the answer first: closing with unread input
    /// would send RST, and that destroys what was written.
    package func closeAfterDraining() {
        guard state == .open else { return }
        stream.finishSending()
        let deadline = ContinuousClock.now + .seconds(2)
        while stream.wait(for: POLLIN, until: deadline, or: stop) == .ready, receiveNow() != 0 {
            input.removeAll()
        }
        close()
    }

    // MARK: The stream

    /// Reads what comes next: `ready` when something came, `stopped` when nothing will.
    private func fill(until deadline: ContinuousClock.Instant? = nil) -> Socket.Wake {
        while state == .open {
            let wake = stream.wait(for: POLLIN, until: deadline, or: stop)
            guard wake == .ready else { return wake }
            if let count = receiveNow() { return count > 0 ? .ready : .stopped }
        }
        return .stopped
    }

    private func receiveNow() -> Int? {
        let count = stream.receive(into: &block)
        if let count { input.append(block[..<count]) }
        return count
    }

    private func noted(_ request: ReceivedRequest) -> ReceivedRequest {
        var request = request
        request.connection = number
        note(request)
        return request
    }
}
