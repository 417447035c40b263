/// The state of a request's HTTP/2 stream (RFC 9113), derived from its frames: a pure value.
///
/// Before version 8, libcurl treats any end of the connection as the end of a body. Only END_STREAM is.
struct HTTP2Stream {
    /// The reasons why a stream did not end regularly.
    enum Breach: Equatable {
        /// The server reset the stream (RST_STREAM).
        case reset(code: UInt32)
        /// The server closed the connection with an error (GOAWAY).
        case goAway(code: UInt32, text: String)
        /// The server violated the protocol, which ended the stream or the connection; with the message of the library
        /// that noticed.
        case violation(String)
        /// The server sent a flood of useless frames.
        case flood

        /// Indicates whether the server only reset the stream.
        var isReset: Bool { if case .reset = self { true } else { false } }

        /// Indicates whether the server misbehaved, so that the request is not sent again automatically.
        var isMisconduct: Bool {
            switch self {
            case .violation, .flood: true
            case .reset, .goAway: false
            }
        }
    }

    /// The address of the session of the stream, and the number of the stream.
    let session: UnsafeRawPointer
    let number: Int32
    private(set) var isEnded = false
    /// The first reason why the stream did not end regularly.
    private(set) var breach: Breach?
    /// The description of an invalid frame, which need not have ended the stream.
    private(set) var fault: String?
    /// The number of body bytes in complete frames.
    private(set) var bodyLength = 0
    /// Indicates whether header fields followed the body.
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

    /// Records a reason for an irregular end.
    ///
    /// Only the first one counts.
    mutating func note(_ breach: Breach) {
        if !isEnded, self.breach == nil { self.breach = breach }
    }

    /// Records a frame that violates the protocol.
    mutating func note(fault words: String) {
        fault = words
    }

    /// Records the end of the stream, and returns the error code for libcurl.
    ///
    /// libcurl discards data that arrived before an error code. If a head has arrived, it therefore gets no error code.
    mutating func close(code: UInt32) -> UInt32 {
        // libcurl itself reports a refused stream and one after a GOAWAY, and resets a stream that has already failed.
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
