/// The end of an exchange.
public struct ExchangeEnd: Sendable, Hashable {
    /// The error that ended it; nil when the response is complete.
    public var error: ClientError?
    /// The fields behind a chunked body.
    public var trailers: Headers
    /// The decoded body, where it differs from the bytes on the wire.
    package var decodedBody: [UInt8]?

    package init(error: ClientError? = nil, trailers: Headers = [:], decodedBody: [UInt8]? = nil) {
        self.error = error
        self.trailers = trailers
        self.decodedBody = decodedBody
    }

    /// Indicates whether it only says that the exchange is complete.
    var isPlain: Bool { error == nil && trailers.isEmpty && decodedBody == nil }
}
