import Foundation

/// Runs HTTP requests, and tells everything that happens to them.
///
/// One loop thread per client does all the network's work through libcurl. A client may be used from any thread; its
/// tasks go on when it is let go.
public final class Client: Sendable {
    /// How a client behaves; a request may differ where it says so.
    public struct Configuration: Sendable {
        /// What relative URLs are resolved against (RFC 3986, section 5).
        public var baseURL: String?
        /// Sent with every request that does not set a field of that name.
        public var defaultHeaders: Headers = [:]
        /// Sent as `User-Agent` where the request has none.
        public var userAgent = "ClientEngine"
        /// Who sends the requests that lie inside of ``baseURL`` and do not say so themselves.
        ///
        /// Without a base URL they are sent to nobody.
        public var authentication: Credentials?
        /// Who stands around every task, in this order; see ``Request/interception``.
        public var interceptors: [any Interceptor] = []
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
    /// How the client behaves.
    public let configuration: Configuration
    private let activityCounter = Activity()
    private let hub = EventHub()
    private let congestion = Congestion()
    let loop: LoopThread
    private let lastID = Locked(0)

    /// Creates a client.
    public init(baseURL: String? = nil, _ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configuration.baseURL = baseURL
        configure(&configuration)
        self.configuration = configuration
        let base = configuration.baseURL.flatMap { try? RequestURL(parsing: $0) }
        mocks = MockStore(base: base)
        loop = LoopThread(configuration, mocks: mocks, congestion: congestion)
    }

    // MARK: - Sending

    /// Starts a request and returns at once.
    @discardableResult
    public func start(_ request: Request, from provenance: Provenance = .composed) -> RequestTask<Response> {
        guard request.interception == .inherited, configuration.interceptors.isEmpty else {
            return start(request.accepting(.anyStatus), from: provenance)
        }
        let promise = Promise<TaskResult<Response>>()
        let work = TaskWork { outcome, response in
            switch (outcome, response) {
            case (.succeeded, let response?): promise.fulfil(.success(response, response))
            case (.failed(let error), _): promise.fulfil(.failure(error, response))
            case (.cancelled, _), (.succeeded, nil): promise.fulfil(.cancelled)
            }
        }
        return RequestTask(start(request, from: provenance, work), promise)
    }

    /// Starts a request whose response is parsed, and returns at once.
    @discardableResult
    public func start<Value>(
        _ typed: TypedRequest<Value>, from provenance: Provenance = .composed
    ) -> RequestTask<Value> {
        let typedWork = TypedWork(typed, configuration)
        return RequestTask(start(typed.sent, from: provenance, typedWork.work), typedWork.promise)
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

    private func start(_ request: Request, from provenance: Provenance, _ work: TaskWork) -> TaskCell {
        let prepared = PreparedRequest(request, configuration)
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        let now = configuration.time.now()
        var origin = Origin(
            request: request, url: prepared.url, attemptsAllowed: prepared.settings.attemptsAllowed,
            date: configuration.time.date(), provenance: provenance)
        origin.verifiesCertificates = configuration.tls.verification == .full
        let cell = TaskCell(
            TaskRecord(id: id, origin: origin, created: now), loop: loop, hub: hub,
            activity: request.countsAsActivity ? activityCounter : nil)
        loop.enqueue { loop in
            let machine = TaskMachine(id: id, prepared, created: now)
            let driver = TaskDriver(machine, cell: cell, work: work, loop: loop)
            loop.drivers[id] = driver
            driver.begin()
        }
        return cell
    }
}
