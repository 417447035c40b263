/// The configuration of a client.
///
/// A request can override parts of it.
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

    /// The base URL for relative URLs (RFC 3986, section 5).
    ///
    /// Its query is dropped, and its path gets a final slash.
    public var baseURL: String?
    /// The servers that requests can name.
    ///
    /// The defaults of each apply only below its base URL. Without ``baseURL``, relative URLs are resolved against the
    /// first one.
    public var environments: [ServerEnvironment] = []
    /// The credentials for requests below ``baseURL`` that have none.
    ///
    /// Without a base URL, they are never sent.
    public var authentication: Credentials?

    // MARK: Requests

    /// Options for requests, if neither they nor the environment of their server set them.
    ///
    /// Its members can be used as members of the configuration: `$0.retry = …`.
    public var options = RequestOptions()
    /// Header fields for all requests, to all servers, unless a request has a field with the same name.
    ///
    /// Add a field that only one server may receive to the headers of an environment.
    public var defaultHeaders: Headers = [:]
    /// The `User-Agent` of requests without one.
    public var userAgent = "ClientEngine"
    /// The interceptors for all tasks, in this order; see ``Request/interceptors``.
    public var interceptors: [any Interceptor] = []

    // MARK: Connections and limits

    /// The configuration of connections and their number.
    public var connections = ConnectionConfiguration()
    /// Limits on the size of requests and responses.
    public var limits = Limits()
    /// Indicates whether redirects may lead from a public address to this machine or a private network.
    ///
    /// If they may, such a redirect causes the anomaly ``Anomaly/inwardRedirect``. It cannot be detected through a
    /// proxy.
    public var followsRedirectsInward = true

    // MARK: What is kept

    /// The storage for cookies, or `nil` to neither send nor store cookies.
    ///
    /// Each new configuration has its own jar in memory.
    public var cookies: (any CookieStorage)? = CookieJar()
    /// The cache of responses.
    public var cache = CacheConfiguration.none

    // MARK: Observation

    /// The time to wait for a slow reader with ``Events/Policy/lossless``, or `nil` to wait without limit.
    ///
    /// Transfers pause while the client waits. Afterwards they continue, and the reader loses its oldest events.
    public var eventPatience: Duration? = .seconds(10)
    /// The clock for retries and time limits, which may be any clock with Swift's `Duration`, such as a manual clock in
    /// tests.
    ///
    /// The default is the clock of the machine. The dates of cookies, the cache and `Retry-After` start with the
    /// wall-clock time when the clock is set, and advance with it. Only the network timeouts of libcurl always use the
    /// clock of the machine.
    public var clock: any Clock<Duration> {
        get { (time as? ClockTime)?.clock ?? SuspendingClock() }
        set { time = newValue is SuspendingClock ? SystemTime() : ClockTime(newValue) }
    }
    /// The source of the instants and dates of events, derived from ``clock``.
    public internal(set) var time: any TimeSource = SystemTime()
    /// Returns random numbers in 0..<1.
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    /// Creates the default configuration.
    public init() {}

    /// A member of ``options``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<RequestOptions, Value>) -> Value {
        get { options[keyPath: path] }
        set { options[keyPath: path] = newValue }
    }
}
