/// Watches a request on its connection, so that libcurl never sends it a second time behind our back.
///
/// libcurl begins again by itself when a kept connection dies before an answer, when the server refuses a stream (RFC
/// 9113, section 8.7), and when it wants HTTP/1.1 instead. Once a byte of the request was given to a socket, the
/// transfer is stopped there, and whoever ordered it decides. Before, nobody can have seen the request: libcurl goes on.
///
/// Here alone it is decided what a server has seen: by the frames where they are heard, else by what libcurl's lines let guess.
struct ResendGuard {
    private(set) var hasBegun = false
    /// Indicates whether bytes of the request may have been given to a socket.
    private(set) var isGiven = false
    /// The request's stream; nil before HTTP/2.
    private(set) var stream: Int?
    /// Indicates whether the frames of the stream are heard, which know better than libcurl's lines.
    private(set) var hearsFrames = false
    /// The reason why libcurl would send again, had it not been stopped.
    private(set) var setback: ExchangeStart.Reason?
    /// The reason why the kept connection was given up before anything was sent on it.
    private(set) var objection: ExchangeStart.Reason?
    /// Indicates whether the server has said that it has not looked at the request, and will not.
    private(set) var isUnprocessed = false
    /// The words of libcurl about the failure when it was stopped.
    private(set) var text = ""

    /// Begins to send; false when that would be the second time.
    ///
    /// It is opaque where bytes may leave without being told, as TLS cuts them into records of its own.
    mutating func begin(isOpaque: Bool) -> Bool {
        if hasBegun, isGiven { setback = setback ?? .connectionLost }
        guard setback == nil else { return false }
        hasBegun = true
        isGiven = isOpaque
        return true
    }

    /// Gives a kept connection up before anything is sent on it: whatever the request, it may go out on another one.
    mutating func avoidConnection(for objection: ExchangeStart.Reason) {
        (self.objection, setback) = (objection, objection)
    }

    /// Takes note of bytes that were given to a socket.
    mutating func give(_ count: Int) {
        if hasBegun, count > 0 { isGiven = true }
    }

    /// Takes note of the request's stream, whose frames are heard from now on.
    mutating func open(stream: Int) {
        self.stream = stream
        (isGiven, hearsFrames) = (true, true)
    }

    /// Takes note of a RST_STREAM: one may say that nothing was looked at (RFC 9113, section 8.7).
    mutating func note(reset code: UInt32) {
        if code == HTTP2Code.refusedStream { isUnprocessed = true }
    }

    /// Takes note of a GOAWAY: the server has not looked, and will not, at streams above the last (RFC 9113, section 6.8).
    mutating func note(goAwayBehind last: Int) {
        if let stream, stream > last { isUnprocessed = true }
    }

    /// Reads what libcurl says about sending; true when it has to be stopped.
    ///
    /// The failure is what it has said of one, and whether it had read from the connection.
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
            // Without frames: of a stream refused on a kept connection it says nothing else, to read fails, and nothing went
            // wrong. With a body it cannot be told from a stream that broke.
            if !hearsFrames, stream != nil, text.isEmpty, !hasRead { isUnprocessed = true }
            stop(for: isUnprocessed ? .refused : .connectionLost, text)
        }
        return setback != nil
    }

    private mutating func stop(for reason: ExchangeStart.Reason, _ text: String) {
        // What was said first is why.
        if setback == nil { self.text = text }
        setback = reason
    }
}
