/// The limits of a client, which protect it against any server.
public struct Limits: Sendable, Hashable {
    /// The largest size in bytes of a body that is collected in memory (`limit/receive`).
    ///
    /// Streams and files are not limited.
    public var collectedBody: Int
    /// The largest ratio of the size of a decoded body to its encoded size, above ``decodedFloor``.
    public var decodedRatio: Int
    /// The size in bytes of a decoded body up to which the ratio is not limited.
    public var decodedFloor: Int
    /// The largest size in bytes of a response's head, including interim heads, trailers and the extensions of chunks.
    public var head: Int
    /// The largest size in bytes of the cookies in a request.
    ///
    /// The client omits others (``Anomaly/cookiesLeftOut``).
    public var cookies: Int
    /// The maximum number of redirects in one attempt.
    public var redirects: Int
    /// The maximum number of times that a task authenticates again after the server rejected its credentials.
    public var authenticationRounds: Int
    /// The maximum number of interim (1xx) responses before the final one.
    public var interim: Int
    /// The longest wait that `Retry-After` can request.
    ///
    /// A longer one is shortened to it.
    public var retryAfter: Duration

    /// Creates the default limits.
    ///
    /// They are 64 MiB for bodies, a ratio of 100 for decoded bodies above 64 MiB, 300 KB for heads, 32 KiB for
    /// cookies, 20 redirects, 3 further authentications, 32 interim responses, and 60 s for `Retry-After`.
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
