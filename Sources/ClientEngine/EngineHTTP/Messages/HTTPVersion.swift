/// A version of HTTP that an exchange can be made to use.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// RFC 1945.
    case http10 = "HTTP/1.0"
    /// RFC 9112.
    case http11 = "HTTP/1.1"
    /// RFC 9113; over plain HTTP the server must know it beforehand.
    case http2 = "HTTP/2"
    /// RFC 9114, over TLS alone.
    case http3 = "HTTP/3"

    /// The name of the version, such as `HTTP/1.1`.
    public var description: String { rawValue }
}
