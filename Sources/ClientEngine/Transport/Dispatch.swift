/// Watches how often libcurl begins to send a request: it does so again, unasked, when a connection that had served
/// before dies before the first byte of an answer.
///
/// For idempotent methods that is right (RFC 9110, section 9.2.2). Others may go out again only where the server
/// cannot have taken them: it reset the connection, which it does when bytes were left unread, or refused the stream.
struct Dispatch {
    private(set) var hasBegun = false
    private var wasRefused = false

    /// Reads libcurl's words on a connection that died.
    mutating func note(_ line: LogLine) {
        if line.hasPrefix("Recv failure") || line.hasPrefix("Send failure")
            || line.hasPrefix("REFUSED_STREAM")
        {
            wasRefused = true
        }
    }

    /// Begins to send; false when the request must not go out again.
    mutating func begin(_ method: Method) -> Bool {
        defer { (hasBegun, wasRefused) = (true, false) }
        return !hasBegun || wasRefused || method.isIdempotent
    }
}
