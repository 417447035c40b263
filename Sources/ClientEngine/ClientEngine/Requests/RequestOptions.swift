internal import EngineSupport

/// Options of a request; nil leaves one open.
///
/// Two options are equal if their members are; ``taskExecutor`` is compared by identity.
///
/// A ``Request``, a ``ServerEnvironment`` and a ``ClientConfiguration`` hold one each, and its members can be used as if they
/// were their own: `request.retry` is `request.options.retry`. What is nil is left open. A task asks its request first,
/// then the environment whose defaults it takes, then the client:
///
/// ```
///  request.options ──nil?──▶ environment.options ──nil?──▶ configuration.options ──nil?──▶ the default named here
/// ```
public struct RequestOptions: Sendable, Hashable {
    /// The version of HTTP that must be used, also after redirects; by default client and server agree on one.
    public var version: HTTPVersion?
    /// The path of the Unix socket that the server listens on; by default the client connects to the host of the URL.
    ///
    /// Every exchange of the task uses the socket, also after redirects, and none uses a proxy or the cache. The URL still
    /// gives the `Host` field and the server name of TLS. A relative path starts at the working directory of the process;
    /// an empty one connects to the host of the URL, whatever the environment and the client say.
    public var unixSocket: String?
    /// The placement of ``Request/parameters``; by default ``ParameterPlacement/automatic``.
    public var placement: ParameterPlacement?
    /// The encoding of parameters in a query or a form.
    public var parameterEncoding: ParameterEncoding?
    /// Indicates whether the body's length must be known before it is sent; by default it need not be.
    ///
    /// A stream that does not tell its length is then read into memory first, up to ``Limits/collectedBody``,
    /// instead of being sent chunked.
    public var sendsContentLength: Bool?

    /// Timeouts for the parts of an exchange; by default 10 s for a connection, and 30 s for each other part.
    public var timeouts = Timeouts()
    /// The timeout of an attempt, redirects included; by default `Duration.unlimited`.
    public var attemptTimeout: Duration?
    /// The timeout of the whole task, with all attempts, waits, interceptors and parsing; by default
    /// `Duration.unlimited`.
    public var totalTimeout: Duration?
    /// The policy for retries; by default ``RetryPolicy/never``.
    public var retry: RetryPolicy?
    /// Indicates whether 3xx answers with a usable Location are followed; by default they are.
    public var followsRedirects: Bool?

    /// Indicates whether the client's cookies are sent, and those that come are kept; by default they are.
    public var usesCookies: Bool?
    /// The use of cached responses; by default ``CachePolicy/standard``.
    ///
    /// Methods other than GET and HEAD always ask the server.
    public var cachePolicy: CachePolicy?
    /// The storage of the response where its server does not say; by default ``ResponseStoragePolicy/allowed``, and
    /// ``ResponseStoragePolicy/notAllowed`` for a request whose JSON is decoded.
    public var storagePolicy: ResponseStoragePolicy?

    /// Indicates whether the body of the response is discarded, and kept neither in the record nor for the response; by
    /// default it is kept.
    ///
    /// If it is discarded, only events carry it, as it is on the wire, and the limit on collected bodies does not hold: a
    /// body of any size passes in little memory. To read a body while it arrives, see ``Client/stream(_:accepting:)``.
    public var discardsBody: Bool?
    /// The statuses that are good where the request's ``ResponseRules`` do not say so; by default ``StatusRule/successful``.
    ///
    /// Only typed requests ask: a plain one takes any status for an answer.
    public var acceptedStatuses: StatusRule?
    /// Indicates whether the bodies of answers that are errors are read as JSON whatever their type says; by default
    /// they are not.
    public var assumesJSONErrors: Bool?
    /// The treatment of the request if no mock answers, even while the client's mocks are off; by default ``Client/mocks`` decide.
    public var unmatchedRequests: MockStore.UnmatchedRequests?

    /// The priority, by default ``Request/Priority/normal``; a task's own ``RequestTask/priority`` can be changed while
    /// it waits.
    public var priority: Request.Priority?
    /// Indicates whether ``Client/activity`` counts the task; by default it does.
    public var countsAsActivity: Bool?
    /// The executor of completions that name none, see ``RequestTask/onCompletion(on:_:)-(CallbackExecutor?,_)``; by default
    /// ``CallbackExecutor/anywhere``.
    public var completionExecutor: CallbackExecutor?
    /// The executor of the Swift tasks that call interceptors, authenticators, judges of retries and parsers; by default it is left
    /// to Swift.
    ///
    /// Work done once for several tasks, as deferred bodies are, runs in tasks of its own.
    public var taskExecutor: (any TaskExecutor)? {
        get { executor?.object }
        set { executor = newValue.map { IdentityBox($0) } }
    }
    private var executor: IdentityBox<any TaskExecutor>?

    /// Creates options that are all left open.
    public init() {}

    /// Returns the options, with those that are left open taken from `base`.
    public func merged(over base: RequestOptions) -> RequestOptions {
        var merged = self
        merged.inherit(sending: base)
        merged.inherit(handling: base)
        return merged
    }

    private mutating func inherit(sending base: RequestOptions) {
        version = version ?? base.version
        unixSocket = unixSocket ?? base.unixSocket
        placement = placement ?? base.placement
        parameterEncoding = parameterEncoding ?? base.parameterEncoding
        sendsContentLength = sendsContentLength ?? base.sendsContentLength
        timeouts = timeouts.merged(over: base.timeouts)
        attemptTimeout = attemptTimeout ?? base.attemptTimeout
        totalTimeout = totalTimeout ?? base.totalTimeout
        retry = retry ?? base.retry
        followsRedirects = followsRedirects ?? base.followsRedirects
    }

    private mutating func inherit(handling base: RequestOptions) {
        usesCookies = usesCookies ?? base.usesCookies
        cachePolicy = cachePolicy ?? base.cachePolicy
        storagePolicy = storagePolicy ?? base.storagePolicy
        discardsBody = discardsBody ?? base.discardsBody
        acceptedStatuses = acceptedStatuses ?? base.acceptedStatuses
        assumesJSONErrors = assumesJSONErrors ?? base.assumesJSONErrors
        unmatchedRequests = unmatchedRequests ?? base.unmatchedRequests
        priority = priority ?? base.priority
        countsAsActivity = countsAsActivity ?? base.countsAsActivity
        completionExecutor = completionExecutor ?? base.completionExecutor
        executor = executor ?? base.executor
    }
}

/// Options behind one reference, and none at all where everything is left open: what holds them stays small.
struct StoredOptions: Sendable, Hashable {
    private var box: CopyOnWriteBox<RequestOptions>?

    var isEmpty: Bool { box == nil }

    var value: RequestOptions {
        get { box?.value ?? RequestOptions() }
        set { box = newValue == RequestOptions() ? nil : CopyOnWriteBox(newValue) }
    }
}
