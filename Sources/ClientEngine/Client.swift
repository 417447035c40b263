import Foundation

/// Runs HTTP requests, and tells everything that happens to them.
///
/// One loop thread per client does all the network's work through libcurl. A client may be used from any thread; its
/// tasks go on when it is let go.
public final class Client: Sendable {
    /// How a client behaves; a request may differ where it says so.
    public struct Configuration: Sendable {
        /// What relative URLs are resolved against (RFC 3986, section 5); see ``BaseURL`` for what becomes of it.
        public var baseURL: String?
        /// The servers that requests can name, each with defaults that hold below its base URL alone.
        ///
        /// Without ``baseURL`` relative URLs are resolved against the first one.
        public var environments: [ServerEnvironment] = []
        /// Sent with every request, to every server, that does not set a field of that name.
        ///
        /// What only one server may see belongs into the headers of an environment.
        public var defaultHeaders: Headers = [:]
        /// Sent as `User-Agent` where the request has none.
        public var userAgent = "ClientEngine"
        /// Who sends the requests that lie inside of ``baseURL`` and do not say so themselves.
        ///
        /// Without a base URL they are sent to nobody.
        public var authentication: Credentials?
        /// Who stands around every task, in this order; see ``Request/interception``.
        public var interceptors: [any Interceptor] = []
        /// Where cookies are kept; nil sends and keeps none.
        ///
        /// Every configuration begins with a jar of its own, in memory.
        public var cookies: (any CookieStorage)? = CookieJar()
        /// Where answers are kept.
        public var cache = CacheConfiguration.none
        /// How kept answers are used.
        public var cachePolicy = CachePolicy.standard
        /// When to try again.
        public var retry = RetryPolicy.never
        /// How long each part of an exchange may take.
        public var deadlines = Deadlines()
        /// Whether redirects are followed.
        public var followsRedirects = true
        /// Whether redirects may lead from a public address to this machine or into a private network.
        ///
        /// Where they may, such a step is the anomaly ``Anomaly/inwardRedirect``. Through a proxy it cannot be seen.
        public var followsRedirectsInward = true
        /// Whether bodies are sent chunked only where a request allows it.
        public var requiresContentLength = false
        /// How much is taken before the client stops.
        public var limits = Limits()
        /// How many exchanges are on the network at a time; the others wait in the phase `queue`.
        public var maximumConcurrentExchanges = 256
        /// Addresses for names, written as for curl's `--resolve`: `HOST:PORT:ADDRESS`.
        public var resolve: [String] = []
        /// Other peers for connections, written as for curl's `--connect-to`: `HOST1:PORT1:HOST2:PORT2`.
        public var connectTo: [String] = []
        /// How servers, and the client itself, are known over TLS.
        public var tls = TLSConfiguration()
        /// The proxy, as `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`.
        ///
        /// Nil leaves it to the environment: `http_proxy`, `https_proxy` and `all_proxy`. Hosts that `no_proxy` names
        /// are reached without one in any case.
        public var proxy: String?
        /// Whether the bodies of answers that are errors are read as JSON whatever their type says.
        public var assumesJSONErrors = false
        /// The clock.
        public var time: any TimeSource = SystemTime()

        /// Creates the default configuration.
        public init() {}
    }

    /// The rules that answer instead of the network.
    public let mocks: MockStore
    /// The answers that are kept; nil where none are.
    public let cache: ResponseCache?
    /// How the client behaves.
    public let configuration: Configuration
    private let hasInterceptors: Bool
    private let urls: ParsedURLs
    private let activityCounter = Activity()
    private let hub = EventHub()
    private let congestion = Congestion()
    let loop: LoopThread
    private let lastID = Locked(0)
    private let liveTasks = LiveTasks()

    /// Creates a client.
    public init(baseURL: String? = nil, _ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configuration.baseURL = baseURL
        configure(&configuration)
        self.configuration = configuration
        hasInterceptors = !configuration.interceptors.isEmpty
        urls = ParsedURLs(configuration)
        mocks = MockStore(basePath: urls.basePath)
        cache = ResponseCache(configuration.cache)
        loop = LoopThread(configuration, mocks: mocks, cache: cache, congestion: congestion)
        loop.enqueue { [weak self] loop in
            loop.onRefresh = { self?.start($0, from: Provenance(.resend, resendOf: $1)) }
        }
    }

    // MARK: - Sending

    /// Starts a request and returns at once.
    ///
    /// The rule holds where a live task has the identifier of the request.
    @discardableResult
    public func start(
        _ request: Request, from provenance: Provenance = .composed, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        guard request.interception == .inherited, !hasInterceptors else {
            return start(request.accepting(.anyStatus), from: provenance, if: live)
        }
        let promise = Promise<TaskResult<Response>>()
        let work = TaskWork { outcome, response in
            switch (outcome, response) {
            case (.succeeded, let response?): promise.fulfil(.success(response, response))
            case (.failed(let error), _): promise.fulfil(.failure(error, response))
            case (.cancelled, _), (.succeeded, nil): promise.fulfil(.cancelled)
            }
        }
        return start(request, from: provenance, work, promise, if: live)
    }

    /// Starts a request whose response is parsed, and returns at once.
    ///
    /// The rule holds where a live task with a value of this type has the identifier of the request.
    @discardableResult
    public func start<Value>(
        _ typed: TypedRequest<Value>, from provenance: Provenance = .composed,
        if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Value> {
        let typedWork = TypedWork(typed, configuration)
        return start(typed.sent, from: provenance, typedWork.work, typedWork.promise, if: live)
    }

    /// The live task whose request has this identifier, if its value is of this type.
    public func liveTask<Value>(
        identifiedBy identifier: String, of type: Value.Type = Response.self
    ) -> RequestTask<Value>? {
        liveTasks.task(identifier)
    }

    /// Sends a request and waits for its complete response, whatever its status.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError` or ``ClientError``.
    public func send(_ request: Request) async throws -> Response {
        let task = start(request)
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Sends a request and waits for what its response is parsed into.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError`, ``ClientError``, or what parsing threw.
    public func send<Value>(_ typed: TypedRequest<Value>) async throws -> Value {
        let task = start(typed)
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    // MARK: - Observing

    /// Has every event told, in order, for as long as the observation is held.
    ///
    /// The observer is called on the thread the event happens on, mostly the loop's, and must return at once.
    public func observe(_ observer: @escaping @Sendable (Event) -> Void) -> Observation {
        hub.observe(observer)
    }

    /// Every event from when iteration begins; none is dropped, a slow reader slows the network down.
    public var events: Events { Events(hub: hub, congestion: congestion) }

    /// How many tasks are on the network: the count now, and each change.
    public var activity: Activity.Counts { activityCounter.counts }

    // MARK: - Inside

    private func start<Value>(
        _ request: Request, from provenance: Provenance, _ work: TaskWork,
        _ promise: Promise<TaskResult<Value>>,
        if live: LiveTaskRule
    ) -> RequestTask<Value> {
        if live == .reuse, let task: RequestTask<Value> = request.identifier.flatMap({ liveTasks.task($0) }) {
            return task
        }
        let prepared = PreparedRequest(request, configuration, urls)
        let now = configuration.time.now()
        let cell = cell(for: prepared, from: provenance, created: now)
        // Somebody else may have been quicker; the own task then ends before anything of it is sent.
        let other = request.identifier.flatMap { liveTasks.enter(cell, promise, as: $0, if: live) }
        if other != nil { cell.cancel() }
        loop.enqueue { loop in
            let machine = TaskMachine(
                id: cell.id, prepared, created: now, canStartOver: work.receiver?.canStartOver == true)
            let driver = TaskDriver(machine, cell: cell, work: work, loop: loop)
            loop.drivers[cell.id] = driver
            driver.begin()
        }
        return other ?? RequestTask(cell, promise)
    }

    /// Begins the record of a task.
    private func cell(
        for prepared: PreparedRequest, from provenance: Provenance, created: Instant
    ) -> TaskCell {
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        var origin = Origin(
            request: prepared.request, url: prepared.url,
            attemptsAllowed: prepared.settings.attemptsAllowed, date: configuration.time.date(),
            provenance: provenance)
        origin.verifiesCertificates = configuration.tls.verification == .full
        return TaskCell(
            TaskRecord(id: id, origin: origin, created: created), loop: loop, hub: hub,
            activity: prepared.request.countsAsActivity ? activityCounter : nil)
    }
}
