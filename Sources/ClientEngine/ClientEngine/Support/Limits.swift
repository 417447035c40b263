/// Limits on what a client accepts, so that no server can exhaust it.
public struct Limits: Sendable, Hashable {
    /// The bytes of a body that is collected in memory (`limit/receive`); streams and files are not limited.
    public var collectedBody: Int
    /// The maximum ratio of a decoded body to its size on the wire, beyond ``decodedFloor``.
    public var decodedRatio: Int
    /// The decoded bytes below which the ratio does not matter.
    public var decodedFloor: Int
    /// The bytes of a response's head, with the interim heads before it, the trailers and the extensions of chunks.
    public var head: Int
    /// The bytes of the cookies that are sent with a request; the client omits further ones (``Anomaly/cookiesLeftOut``).
    public var cookies: Int
    /// The redirects that are followed in one attempt.
    public var redirects: Int
    /// The number of times that one task authenticates again because the server refused its credentials.
    public var authenticationRounds: Int
    /// The number of interim (1xx) responses before the final one.
    public var interim: Int
    /// The longest wait that `Retry-After` can ask for; a longer one is cut to it.
    public var retryAfter: Duration

    /// Creates the default limits.
    ///
    /// Bodies 64 MiB, decoded 100 times the wire beyond 64 MiB, heads 300 KB, 32 KiB of cookies, 20 redirects, 3 rounds of
    /// authentication, 32 interim responses, `Retry-After` 60 s.
    public init() {
        collectedBody = 64 << 20
        decodedRatio = 100
        decodedFloor = 64 << 20
        head = 300_000
        cookies = 32 << 10
        redirects = 20
        authenticationRounds = 3
        interim = 32
        retryAfter = .seconds(60)
    }
}
