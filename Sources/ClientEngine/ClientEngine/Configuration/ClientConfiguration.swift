/// The configuration of a client; a request may override parts of it.
///
/// It is a value, but not `Equatable`, because interceptors and clocks are not.
///
/// ```swift
/// let client = Client(baseURL: "https://api.example.com/v1/") {
///     $0.retry = .transientFailures(.retryTwice())  // an option, which a request or an environment may override
///     $0.connections.proxy = "http://proxy:3128"  // how servers are reached
///     $0.limits.collectedBody = 8 << 20  // how much is taken from them
/// }
/// ```
@dynamicMemberLookup
public struct ClientConfiguration: Sendable {
    // MARK: Servers

    /// The base URL for relative URLs (RFC 3986, section 5); it loses its query, and its path ends in a slash.
    public var baseURL: String?
    /// The servers that requests can name, each with defaults that hold below its base URL alone.
    ///
    /// Without ``baseURL`` relative URLs are resolved against the first one.
    public var environments: [ServerEnvironment] = []
    /// The credentials of requests that lie inside of ``baseURL`` and have none.
    ///
    /// Without a base URL they are sent to nobody.
    public var authentication: Credentials?

    // MARK: Requests

    /// Options for requests where neither they nor their server's environment set them.
    ///
    /// Its members can be used as if they were the configuration's own: `$0.retry = …`.
    public var options = RequestOptions()
    /// Sent with every request, to every server, that does not set a field of that name.
    ///
    /// A field that only one server may see belongs into the headers of an environment.
    public var defaultHeaders: Headers = [:]
    /// Sent as `User-Agent` where the request has none.
    public var userAgent = "ClientEngine"
    /// The interceptors of every task, in this order; see ``Request/interceptors``.
    public var interceptors: [any Interceptor] = []

    // MARK: Connections and limits

    /// The configuration of connections, and of their number.
    public var connections = ConnectionConfiguration()
    /// Limits on what is accepted.
    public var limits = Limits()
    /// Indicates whether redirects may lead from a public address to this machine or into a private network.
    ///
    /// If they may, such a step is the anomaly ``Anomaly/inwardRedirect``. Through a proxy it cannot be seen.
    public var followsRedirectsInward = true

    // MARK: What is kept

    /// The storage for cookies; nil sends and keeps none.
    ///
    /// Every configuration begins with a jar of its own, in memory.
    public var cookies: (any CookieStorage)? = CookieJar()
    /// The cache of responses.
    public var cache = CacheConfiguration.none

    // MARK: Observation

    /// The time to wait for a slow reader of ``Events/Policy/lossless``; nil waits without a limit.
    ///
    /// Transfers pause meanwhile. After that they go on, and the reader loses its oldest events.
    public var eventPatience: Duration? = .seconds(10)
    /// The clock by which retries wait and time limits pass: any whose durations are Swift's, as that of a test which is
    /// moved by hand; left alone, the machine's.
    ///
    /// The dates of cookies, the cache and `Retry-After` begin with the wall clock's of the moment it is set, and go on
    /// with it. Only libcurl's own waits on the network stay on the machine's clock.
    public var clock: any Clock<Duration> {
        get { (time as? ClockTime)?.clock ?? SuspendingClock() }
        set { time = newValue is SuspendingClock ? SystemTime() : ClockTime(newValue) }
    }
    /// The source of the instants and dates of events; it follows ``clock``.
    public internal(set) var time: any TimeSource = SystemTime()
    /// Gives numbers in 0..<1 for what is left to chance.
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    /// Creates the default configuration.
    public init() {}

    /// A member of ``options``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<RequestOptions, Value>) -> Value {
        get { options[keyPath: path] }
        set { options[keyPath: path] = newValue }
    }
}
