/// The request that an exchange is about to send.
public struct ExchangeStart: Sendable, Hashable {
    /// The reason why an exchange follows another one in the same attempt.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The server redirected the client.
        case redirect
        /// The server asks for authentication, or rejected the credentials.
        case authentication
        /// A cached response replaces the response of the server, which validated it or failed.
        case cache
        /// A partial download cannot be continued, so that the whole content is requested again.
        case restart
        /// A reused connection closed before any response.
        ///
        /// An idempotent request is sent again on a new connection (RFC 9110, section 9.2.2).
        case connectionLost
        /// The server had closed the reused connection.
        ///
        /// Nothing was sent on it.
        case closed
        /// The server sent unsolicited data on the reused connection, which would be mistaken for the response.
        ///
        /// Nothing was sent on it (RFC 9112, section 9.2).
        case unsolicited
        /// The server refused the request before processing it, which HTTP/2 can signal (RFC 9113, sections 6.8 and
        /// 8.7).
        case refused
        /// The server requires HTTP/1.1 for the request.
        case downgrade
        /// The server answered 417 before the body was sent (RFC 9110, section 10.1.1).
        case expectation
    }

    /// The method.
    ///
    /// A redirect may have changed it.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: RequestURL
    /// The body.
    ///
    /// A redirect may have dropped it.
    public var body: Body
    /// The mock that answers instead of the network, or `nil`.
    public var mock: MockReference?
    /// The reason why the exchange follows another one, or `nil` for the first one of an attempt.
    public var reason: Reason?

    /// Creates the start of the first exchange of an attempt.
    public init(method: HTTPMethod, url: RequestURL, body: Body = .none, mock: MockReference? = nil) {
        self.method = method
        self.url = url
        self.body = body
        self.mock = mock
    }
}
