import EngineHTTP
import FoundationEssentials
import Glibc

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
    private var reader: RequestReader
    private var state = State.open
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Takes over a stream, which it closes, and what has arrived on it early; every request that is read is noted.
    package init(
        number: Int, stream: any ByteStream, stop: StopSignal, early: ArraySlice<UInt8> = [],
        held: HeldBytes? = nil, note: @escaping @Sendable (ReceivedRequest) -> Void = { _ in }
    ) {
        self.number = number
        self.stream = stream
        self.stop = stop
        self.note = note
        reader = RequestReader(held: held)
        reader.input.append(early)
    }

    // MARK: Reading

    /// Reads the head of the next request and leaves its body to `read`; nil when none comes.
    package func readHead() -> ReceivedRequest? {
        defer { reader.leaveBody() }
        while true {
            switch reader.next() {
            case .needsInput: guard fill() == .ready else { return nil }
            case .head(let request), .request(let request): return noted(request)
            case .refused: return nil
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
            if reader.input.isEmpty, fill() != .ready { break }
            taken += reader.input.read(upTo: count - taken.count)
        }
        return taken
    }

    package enum ReceiveError: Error {
        case ended
        case refused(RequestParser.ParsingError)
    }

    /// Reads the next request with its body.
    ///
    /// The bytes of the request before are let go.
    package func receive() -> Result<ReceivedRequest, ReceiveError> {
        reader.letGo()
        while true {
            switch reader.next() {
            case .needsInput: guard fill() == .ready else { return .failure(.ended) }
            case .head: if reader.isAwaited { write("HTTP/1.1 100 Continue\r\n\r\n") }
            case .request(let request): return .success(noted(request))
            case .refused(let refusal): return .failure(.refused(refusal))
            }
        }
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
        wait(until: .now + .clamped(seconds: seconds, to: 0...86_400), keeping: 1 << 20)
    }

    /// Waits until the client closes or the server stops; what the client still sends is thrown away.
    package func waitUntilClosed() {
        reader.input.removeAll()
        while wait(until: nil, keeping: 0) { reader.input.removeAll() }
    }

    /// Reads meanwhile, which alone shows that a client has left, but keeps little more than `limit` bytes.
    ///
    /// Without a deadline it returns true when more than `limit` bytes are kept.
    private func wait(until deadline: ContinuousClock.Instant?, keeping limit: Int) -> Bool {
        while state == .open {
            let isFull = reader.input.count > limit
            if isFull, deadline == nil { return true }
            switch stream.wait(for: isFull ? 0 : POLLIN, until: deadline, or: stop) {
            case .timedOut: return true
            case .stopped: return false
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
        return reader.input.read(upTo: reader.input.count)
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
            reader.input.removeAll()
        }
        close()
    }

    // MARK: The stream

    /// Reads what comes next: `ready` when something came, `stopped` when nothing will.
    private func fill() -> Socket.Wake {
        while state == .open {
            let wake = stream.wait(for: POLLIN, until: nil, or: stop)
            guard wake == .ready else { return wake }
            if let count = receiveNow() { return count > 0 ? .ready : .stopped }
        }
        return .stopped
    }

    private func receiveNow() -> Int? {
        let count = stream.receive(into: &block)
        if let count { reader.input.append(block[..<count]) }
        return count
    }

    private func noted(_ request: ReceivedRequest) -> ReceivedRequest {
        var request = request
        request.connection = number
        note(request)
        return request
    }
}
