/// A version of HTTP that can be required for an exchange.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// RFC 1945.
    case http10 = "HTTP/1.0"
    /// RFC 9112.
    case http11 = "HTTP/1.1"
    /// RFC 9113.
    ///
    /// Without TLS, the server must support HTTP/2 with prior knowledge.
    case http2 = "HTTP/2"
    /// RFC 9114, only over TLS.
    case http3 = "HTTP/3"

    /// The name of the version, such as `HTTP/1.1`.
    public var description: String { rawValue }
}
