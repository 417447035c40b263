import EngineHTTP
import FoundationEssentials
import Glibc

/// An accepted connection with access to its bytes, for a script that plays a server.
///
/// No method throws. After the client disconnected or the server stopped, reads return nothing, and writes and
/// waits return `false` at once. So a script that simply runs to its end finishes promptly. The connection belongs
/// to the thread that runs the script.
package final class RawConnection {
    /// The number of the connection, 1 for the first accepted one.
    package let number: Int

    private enum State { case open, closed }

    package let stream: any ByteStream
    private let stop: StopSignal
    private let note: @Sendable (ReceivedRequest) -> Void
    private var reader: RequestReader
    private var state = State.open
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Takes over a stream, which it closes, and the bytes received on it so far.
    ///
    /// Calls `note` with every request.
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

    /// Reads the head of the next request and leaves its body to `read`.
    ///
    /// Returns `nil` if there is no request.
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

    /// Reads the next request with its body.
    ///
    /// Sends `100 Continue` if the client expects it.
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
    /// Releases the bytes of the previous request.
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
                // If the client reads fast enough, the stream never waits, so this also checks for a stop.
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

    /// Returns the number of bytes sent, 0 after a successful wait, or `nil` if the connection is closed.
    private func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let sent = stream.send(bytes) else {
            return stream.wait(for: POLLOUT, until: nil, or: stop) == .ready ? 0 : nil
        }
        return sent < 0 ? nil : sent
    }

    // MARK: Waiting

    /// Waits for a duration.
    ///
    /// Returns `false` if the client disconnects or the server stops earlier.
    @discardableResult
    package func pause(seconds: Double) -> Bool {
        wait(until: .now + .clamped(seconds: seconds, to: 0...86_400), keeping: 1 << 20)
    }

    /// Waits until the client disconnects or the server stops.
    ///
    /// Discards further input.
    package func waitUntilClosed() {
        reader.input.removeAll()
        while wait(until: nil, keeping: 0) { reader.input.removeAll() }
    }

    /// Waits and reads, because only reading shows that a client has disconnected.
    ///
    /// Keeps little more than `limit` bytes. Without a deadline, returns `true` when more than `limit` bytes are
    /// kept.
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

    /// Closes with FIN.
    ///
    /// On TLS, sends close_notify first.
    package func close() {
        end { $0.close() }
    }

    /// Closes with FIN but without close_notify on TLS, as if the connection had been cut.
    package func closeWithoutGoodbye() {
        end { $0.closeWithoutGoodbye() }
    }

    /// Closes with RST.
    ///
    /// The client may lose data that it has not read yet.
    package func closeWithReset() {
        end { $0.closeWithReset() }
    }

    /// Hands the stream to the caller, who must close it.
    ///
    /// Returns the received bytes that were not read.
    package func handOver() -> ArraySlice<UInt8> {
        state = .closed
        return reader.input.read(upTo: reader.input.count)
    }

    private func end(_ close: (any ByteStream) -> Void) {
        guard state == .open else { return }
        state = .closed
        close(stream)
    }

    /// Closes after discarding further input, so that a client that is still sending can read the response.
    ///
    /// Closing with unread input would send RST, which destroys the response.
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

    /// Reads further input.
    ///
    /// Returns `ready` if some arrived, and `stopped` if none will.
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
