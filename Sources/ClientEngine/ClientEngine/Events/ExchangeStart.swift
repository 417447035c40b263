/// The request that an exchange is about to send.
public struct ExchangeStart: Sendable, Hashable {
    /// The reasons for an exchange to follow another one in the same attempt.
    ///
    /// New cases may be added in any release: switch with a default.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The server sent the client elsewhere.
        case redirect
        /// The server wants to know who is asking, or did not believe it.
        case authentication
        /// The cached answer takes the place of the answer: the server confirmed it, or failed.
        case cache
        /// The rest of an earlier download is of no use, and all is asked for again.
        case restart
        /// The kept connection closed before any answer; what may be sent twice goes out again, over a new one
        /// (RFC 9110, section 9.2.2).
        case connectionLost
        /// The server had closed the kept connection; nothing was sent there.
        case closed
        /// Something came on the kept connection that nobody had asked for, and would be taken for the answer; nothing was sent
        /// there (RFC 9112, section 9.2).
        case unsolicited
        /// The server refused the request before looking at it, which HTTP/2 can tell (RFC 9113, sections 6.8 and 8.7).
        case refused
        /// The server wants the request over HTTP/1.1.
        case downgrade
        /// The server answered 417 before the body was sent (RFC 9110, section 10.1.1).
        case expectation
    }

    /// The method; a redirect may have changed it.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: RequestURL
    /// The body; a redirect may have dropped it.
    public var body: Body
    /// The mock that answers instead of the network; nil without one.
    public var mock: MockReference?
    /// The reason why it follows another exchange; nil for the first of an attempt.
    public var reason: Reason?

    /// Creates the start of the first exchange of an attempt.
    public init(method: HTTPMethod, url: RequestURL, body: Body = .none, mock: MockReference? = nil) {
        self.method = method
        self.url = url
        self.body = body
        self.mock = mock
    }
}
