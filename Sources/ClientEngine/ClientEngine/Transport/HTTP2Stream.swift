/// The stream of a request over HTTP/2 (RFC 9113), as its frames show it: a pure value.
///
/// Before version 8, libcurl takes whatever ends a connection for the end of a body; only END_STREAM is.
struct HTTP2Stream {
    /// The faults that keep a stream from its end.
    enum Breach: Equatable {
        /// The server gave it up (RST_STREAM).
        case reset(code: UInt32)
        /// The server gave the whole connection up (GOAWAY with an error).
        case goAway(code: UInt32, text: String)
        /// The server broke the rules, which ended the stream or the connection; in the words of who noticed.
        case violation(String)
        /// The server sent frames without a pause that bring nothing.
        case flood

        /// Indicates whether the server gave up no more than the stream.
        var isReset: Bool { if case .reset = self { true } else { false } }

        /// Indicates whether the server is to blame, so that nothing goes out again unasked.
        var isMisconduct: Bool {
            switch self {
            case .violation, .flood: true
            case .reset, .goAway: false
            }
        }
    }

    /// The session that it belongs to, by its address, and its number there.
    let session: UnsafeRawPointer
    let number: Int32
    private(set) var isEnded = false
    /// The first thing that kept it from its end.
    private(set) var breach: Breach?
    /// What was wrong with a frame, in words, which need not have ended it.
    private(set) var fault: String?
    /// The bytes of the body in the frames that are complete.
    private(set) var bodyLength = 0
    /// Indicates whether fields came behind the body.
    private(set) var hasTrailers = false
    private var hasHead = false

    init(in session: UnsafeRawPointer, number: Int32 = 1) {
        (self.session, self.number) = (session, number)
    }

    mutating func takeFields(isLast: Bool) {
        hasHead = true
        if isLast { (isEnded, hasTrailers) = (true, bodyLength > 0) }
    }

    mutating func takeBody(_ count: Int, isLast: Bool) {
        bodyLength += count
        if isLast { isEnded = true }
    }

    /// Takes note of what keeps it from its end; the first counts.
    mutating func note(_ breach: Breach) {
        if !isEnded, self.breach == nil { self.breach = breach }
    }

    /// Takes note of a frame that breaks the rules.
    mutating func note(fault words: String) {
        fault = words
    }

    /// Takes note of its closing, and says which code libcurl gets to see.
    ///
    /// Of a code, libcurl forgets what had come with it; where a head had come, it is spared the code.
    mutating func close(code: UInt32) -> UInt32 {
        // What the server refuses, or does not get to because of a GOAWAY, libcurl tells; what has failed already, it resets.
        if ![0, HTTP2Code.refusedStream, HTTP2Code.streamClosed].contains(code) {
            note(.violation("the stream is not as it should be (\(HTTP2Code.name(code)))"))
        }
        return hasHead ? 0 : code
    }
}

/// The error codes of HTTP/2 (RFC 9113, section 7).
enum HTTP2Code {
    static let streamClosed: UInt32 = 5
    static let refusedStream: UInt32 = 7

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    static func name(_ code: UInt32) -> String {
        names.indices.contains(Int(code)) ? names[Int(code)] : "error \(code)"
    }
}
