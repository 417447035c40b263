/// The end of an exchange.
public struct ExchangeEnd: Sendable, Hashable {
    /// The error that ended the exchange, or `nil` if the response is complete.
    public var error: ClientError?
    /// The header fields after the body (RFC 9110, section 6.5).
    public var trailers: Headers
    /// The body after content decoding, or `nil` if it equals the received bytes.
    public var decodedBody: [UInt8]?

    /// Creates an end.
    ///
    /// The default is that of a complete response.
    public init(error: ClientError? = nil, trailers: Headers = [:], decodedBody: [UInt8]? = nil) {
        self.error = error
        self.trailers = trailers
        self.decodedBody = decodedBody
    }

    /// Indicates whether the value only says that the exchange is complete.
    var isPlain: Bool { error == nil && trailers.isEmpty && decodedBody == nil }
}
