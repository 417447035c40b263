/// The end of an exchange.
public struct ExchangeEnd: Sendable, Hashable {
    /// The error that ended it; nil when the response is complete.
    public var error: ClientError?
    /// The fields that followed the body (RFC 9110, section 6.5).
    public var trailers: Headers
    /// The body after content decoding; nil if it equals the bytes on the wire.
    public var decodedBody: [UInt8]?

    /// Creates an end; by default that of a complete response.
    public init(error: ClientError? = nil, trailers: Headers = [:], decodedBody: [UInt8]? = nil) {
        self.error = error
        self.trailers = trailers
        self.decodedBody = decodedBody
    }

    /// Indicates whether it only says that the exchange is complete.
    var isPlain: Bool { error == nil && trailers.isEmpty && decodedBody == nil }
}
