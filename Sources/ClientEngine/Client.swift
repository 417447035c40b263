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
        /// How long one attempt may take, redirects included, where ``Request/timeout`` is nil; nil is for ever.
        public var attemptTimeout: Duration?
        /// How long a whole task may take, waits between attempts included, where ``Request/deadline`` is nil; nil is for ever.
        public var totalTimeout: Duration?
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
        /// Whether the activity counter counts requests that do not say so themselves.
        public var countsAsActivity = true
        /// Where completions run that name no executor of their own; see ``RequestTask/complete(on:_:)``.
        public var completionExecutor = CallbackExecutor.anywhere
        /// Where the Swift tasks run that call interceptors, authenticators, judges of retries and parsers; nil leaves it to Swift.
        ///
        /// What is made once for several tasks, as deferred bodies are, runs in tasks of its own.
        public var taskExecutor: (any TaskExecutor)?
        /// The statuses that are good where neither ``ResponseRules/statuses`` nor the server's environment says so.
        ///
        /// Only typed requests ask; ``Client/send(_:)-(Request)`` takes any status for an answer.
        public var acceptedStatuses = StatusRule.successful
        /// Whether the bodies of answers that are errors are read as JSON whatever their type says.
        public var assumesJSONErrors = false
        /// How long a reader of ``Client/events`` is waited for that is behind and reads nothing; nil waits for ever.
        ///
        /// Transfers pause meanwhile. After that they go on, and the reader loses its oldest events.
        public var eventPatience: Duration? = .seconds(10)
        /// The clock.
        public var time: any TimeSource = SystemTime()
        /// Gives numbers in 0..<1 for what is left to chance.
        var random: @Sendable () -> Double = { .random(in: 0..<1) }

        /// Creates the default configuration.
        public init() {}
    }

    /// What new tasks are made with.
    struct Setup: Sendable {
        var settings: ClientSettings
        var loop: LoopThread
        var cache: ResponseCache?
    }

    /// The rules that answer instead of the network.
    public let mocks: MockStore
    let setup: Locked<Setup>
    /// The interceptors of the configuration, for the tasks that are under way too.
    let interceptors: Locked<[any Interceptor]>
    let unfinished = UnfinishedTasks()
    let congestion: Congestion
    private let activityCounter = Activity()
    private let hub = EventHub()
    private let metricsReporter = MetricsReporter()
    private let lastID = Locked(0)
    private let liveTasks = LiveTasks()

    /// Creates a client.
    public init(baseURL: String? = nil, _ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configuration.baseURL = baseURL
        configure(&configuration)
        let settings = ClientSettings(configuration)
        mocks = MockStore(base: settings.urls.base, random: configuration.random)
        let cache = ResponseCache(configuration.cache)
        congestion = Congestion(patience: configuration.eventPatience)
        let loop = LoopThread(configuration, mocks: mocks, cache: cache, congestion: congestion)
        setup = Locked(Setup(settings: settings, loop: loop, cache: cache))
        interceptors = Locked(configuration.interceptors)
        serveRefreshes(of: loop)
    }

    /// How the client behaves; see ``reconfigure(_:)``.
    public var configuration: Configuration { settings.configuration }

    /// What new tasks share.
    var settings: ClientSettings { setup.withLock { $0.settings } }

    /// The answers that are kept; nil where none are.
    public var cache: ResponseCache? { setup.withLock { $0.cache } }

    /// The loop that runs new tasks.
    var loop: LoopThread { setup.withLock { $0.loop } }

    // MARK: - Sending

    /// Makes a task that begins when it is resumed, with the configuration of now.
    ///
    /// Where it never is, it ends cancelled when the last handle of it is let go, and no server hears of it. The rule holds
    /// where a live task has the identifier of the request.
    public func task(
        for request: Request, from provenance: Provenance = .composed, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        let work = TypedWork(request.accepting(.anyStatus), whole: { $0 }, for: self) {
            $0.task(for: request, from: $1)
        }
        return task(request, from: provenance, work, if: live)
    }

    /// Makes a task, with a response that is parsed, that begins when it is resumed.
    ///
    /// The rule holds where a live task with a value of this type has the identifier of the request.
    public func task<Value>(
        for typed: TypedRequest<Value>, from provenance: Provenance = .composed,
        if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Value> {
        let work = TypedWork(typed, for: self) { $0.task(for: typed, from: $1) }
        return task(typed.sent, from: provenance, work, if: live)
    }

    /// Starts a request and returns at once.
    ///
    /// The rule holds where a live task has the identifier of the request.
    @discardableResult
    public func start(
        _ request: Request, from provenance: Provenance = .composed, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        let task = task(for: request, from: provenance, if: live)
        task.resume()
        return task
    }

    /// Starts a request whose response is parsed, and returns at once.
    ///
    /// The rule holds where a live task with a value of this type has the identifier of the request.
    @discardableResult
    public func start<Value>(
        _ typed: TypedRequest<Value>, from provenance: Provenance = .composed,
        if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Value> {
        let task = task(for: typed, from: provenance, if: live)
        task.resume()
        return task
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

    /// Every event from when iteration begins; a slow reader slows the network down, and one that reads nothing any more
    /// loses events.
    public var events: Events { Events(hub: hub, congestion: congestion) }

    /// How many tasks are on the network: the count now, and each change.
    public var activity: Activity.Counts { activityCounter.counts }

    /// Who hears of every attempt when it is over.
    ///
    /// Tasks that were made while there was nobody stay untold. Putting another callback in the place of one holds for all
    /// that were told of before; after nil they stay untold.
    public var metrics: MetricsCallback? {
        get { metricsReporter.callback }
        set { metricsReporter.callback = newValue }
    }

    // MARK: - Inside

    /// Has a loop start the requests with which it refreshes the cache.
    func serveRefreshes(of loop: LoopThread) {
        loop.enqueue { [weak self] loop in
            loop.onRefresh = { self?.start($0, from: Provenance(.resend, resendOf: $1)) }
        }
    }

    /// Makes a task of work that somebody else has put together.
    func task<Value>(
        _ request: Request, from provenance: Provenance, _ work: TypedWork<Value>, if live: LiveTaskRule
    ) -> RequestTask<Value> {
        if live == .reuse, let task: RequestTask<Value> = request.identifier.flatMap({ liveTasks.task($0) }) {
            return task
        }
        let cell = cell(request, from: provenance, work)
        // Somebody else may have been quicker; the own task then ends before anything of it is sent.
        let other = request.identifier.flatMap { liveTasks.enter(cell, work, as: $0, if: live) }
        if other != nil { cell.cancel() }
        return other ?? RequestTask(cell, work)
    }

    /// Begins the record of a task, which waits to be resumed.
    private func cell(_ request: Request, from provenance: Provenance, _ work: any TaskWork) -> TaskCell {
        let setup = setup.withLock { $0 }
        let (settings, loop) = (setup.settings, setup.loop)
        let prepared = PreparedRequest(request, settings.configuration, settings.urls)
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        var origin = Origin(
            request: request, url: prepared.url, attemptsAllowed: prepared.settings.attemptsAllowed,
            date: settings.configuration.time.date(), provenance: provenance)
        origin.verifiesCertificates = settings.configuration.tls.verification == .full
        let created = TaskRecord(id: id, origin: origin, created: settings.configuration.time.now())
        let observers = TaskObservers(
            hub: hub, metrics: metricsReporter, unfinished: unfinished,
            activity: prepared.settings.countsAsActivity ? activityCounter : nil)
        let cell = TaskCell(created, setup, observers)
        cell.suspend {
            let resumed = settings.configuration.time.now()
            loop.enqueue { loop in
                let machine = TaskMachine(
                    id: id, prepared, created: resumed, canStartOver: work.receiver?.canStartOver == true)
                let driver = TaskDriver(machine, cell: cell, work: work, loop: loop)
                loop.tasks[id] = driver
                driver.begin()
            }
        }
        return cell
    }
}
