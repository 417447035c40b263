/// Observes a request on its connection, so that libcurl never sends it a second time by itself.
///
/// libcurl sends a request again when a reused connection dies before a response, when the server refuses a stream (RFC
/// 9113, section 8.7), and when the server requires HTTP/1.1. If a byte of the request was written to a socket, the
/// transfer is stopped instead, and the engine decides. Before that, the server cannot have seen the request, and
/// libcurl continues.
///
/// Only this type decides what a server may have seen: from frames if they are observed, otherwise from the lines of
/// libcurl's log.
struct ResendGuard {
    private(set) var hasBegun = false
    /// Indicates whether bytes of the request may have been written to a socket.
    private(set) var isGiven = false
    /// The stream of the request, or `nil` before HTTP/2.
    private(set) var stream: Int?
    /// Indicates whether the frames of the stream are observed, which are more exact than the log.
    private(set) var hearsFrames = false
    /// The reason why libcurl would have sent the request again.
    private(set) var setback: ExchangeStart.Reason?
    /// The reason why the reused connection was given up before anything was sent on it.
    private(set) var objection: ExchangeStart.Reason?
    /// Indicates whether the server has declared that it has not processed the request, and will not.
    private(set) var isUnprocessed = false
    /// The message of libcurl about the failure when the transfer was stopped.
    private(set) var text = ""

    /// Starts sending.
    ///
    /// Returns `false` if this would be the second time. `isOpaque` is whether bytes may be sent without a report,
    /// because TLS writes its own records.
    mutating func begin(isOpaque: Bool) -> Bool {
        if hasBegun, isGiven { setback = setback ?? .connectionLost }
        guard setback == nil else { return false }
        hasBegun = true
        isGiven = isOpaque
        return true
    }

    /// Gives up a reused connection before anything is sent on it.
    ///
    /// Any request may be sent on another one.
    mutating func avoidConnection(for objection: ExchangeStart.Reason) {
        (self.objection, setback) = (objection, objection)
    }

    /// Records bytes that were written to a socket.
    mutating func give(_ count: Int) {
        if hasBegun, count > 0 { isGiven = true }
    }

    /// Records the stream of the request, whose frames are observed from now on.
    mutating func open(stream: Int) {
        self.stream = stream
        (isGiven, hearsFrames) = (true, true)
    }

    /// Records a RST_STREAM, which may declare that the request was not processed (RFC 9113, section 8.7).
    mutating func note(reset code: UInt32) {
        if code == HTTP2Code.refusedStream { isUnprocessed = true }
    }

    /// Records a GOAWAY: the server does not process streams after the last one (RFC 9113, section 6.8).
    mutating func note(goAwayBehind last: Int) {
        if let stream, stream > last { isUnprocessed = true }
    }

    /// Examines a line of libcurl's log.
    ///
    /// Returns whether the transfer must be stopped. `failure` returns libcurl's error text, and whether libcurl has
    /// read from the connection.
    mutating func note(_ line: LogLine, failure: () -> (text: String, hasRead: Bool)) -> Bool {
        if let opened = line.openedStream {
            if !hearsFrames { stream = opened }
            isGiven = true
        } else if line.hasPrefix("REFUSED_STREAM") {
            if !hearsFrames { isUnprocessed = true }
            stop(for: .refused, failure().text)
        } else if line.hasPrefix("Downgrades to HTTP/1.1") {
            stop(for: .downgrade, failure().text)
        } else if line.hasPrefix("Connection died, retrying"), isGiven, setback == nil {
            let (text, hasRead) = failure()
            // Without frames, a stream that was refused on a reused connection appears as a failed read without an
            // error text. With a body, it cannot be distinguished from a broken stream.
            if !hearsFrames, stream != nil, text.isEmpty, !hasRead { isUnprocessed = true }
            stop(for: isUnprocessed ? .refused : .connectionLost, text)
        }
        return setback != nil
    }

    private mutating func stop(for reason: ExchangeStart.Reason, _ text: String) {
        // The first message has the reason.
        if setback == nil { self.text = text }
        setback = reason
    }
}
