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
        /// When to try again.
        public var retry = RetryPolicy.never
        /// How long each part of an exchange may take.
        public var deadlines = Deadlines()
        /// Whether redirects are followed.
        public var followsRedirects = true
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
        /// The clock.
        public var time: any TimeSource = SystemTime()

        /// Creates the default configuration.
        public init() {}
    }

    /// The rules that answer instead of the network.
    public let mocks: MockStore
    /// How the client behaves.
    public let configuration: Configuration
    private let urls: ParsedURLs
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
        urls = ParsedURLs(base: configuration.baseURL)
        mocks = MockStore(basePath: urls.basePath)
        loop = LoopThread(configuration, mocks: mocks, congestion: congestion)
    }

    // MARK: - Sending

    /// Starts a request and returns at once.
    @discardableResult
    public func start(_ request: Request, from provenance: Provenance = .composed) -> RequestTask<Response> {
        let promise = Promise<Response>()
        let cell = start(request, from: provenance, parser: nil) { outcome, response in
            promise.fulfil(Self.result(of: outcome, value: response, failure: nil))
        }
        return RequestTask(cell, promise)
    }

    /// Starts a request whose response is parsed, and returns at once.
    @discardableResult
    public func start<Value>(
        _ typed: TypedRequest<Value>, from provenance: Provenance = .composed
    ) -> RequestTask<Value> {
        let promise = Promise<Value>()
        let parsed = Locked<Result<Value, any Error>?>(nil)
        let parser: TaskDriver.Parser = { response in
            do {
                let value = try await typed.parse(response)
                parsed.withLock { $0 = .success(value) }
                return nil
            } catch {
                parsed.withLock { $0 = .failure(error) }
                return error as? ClientError ?? ClientError(.decode, .process, "\(error)")
            }
        }
        let cell = start(typed.request, from: provenance, parser: parser) { outcome, _ in
            switch parsed.withLock({ $0 }) {
            case .success(let value)?:
                promise.fulfil(Self.result(of: outcome, value: value, failure: nil))
            case .failure(let error)?:
                promise.fulfil(Self.result(of: outcome, value: nil, failure: error))
            case nil: promise.fulfil(Self.result(of: outcome, value: nil, failure: nil))
            }
        }
        return RequestTask(cell, promise)
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

    private func start(
        _ request: Request, from provenance: Provenance, parser: TaskDriver.Parser?,
        completion: @escaping TaskDriver.Completion
    ) -> TaskCell {
        let settings = TaskSettings(request, configuration)
        let prepared = PreparedRequest(request, configuration, urls)
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        let now = configuration.time.now()
        let origin = Origin(
            request: request, url: prepared.url, attemptsAllowed: settings.attemptsAllowed,
            date: configuration.time.date(), provenance: provenance)
        let cell = TaskCell(
            TaskRecord(id: id, origin: origin, created: now), loop: loop, hub: hub,
            activity: request.countsAsActivity ? activityCounter : nil)
        let machine = TaskMachine(
            id: id, request: request, url: prepared.url ?? .unusable, headers: prepared.headers,
            settings: settings, created: now)
        loop.enqueue { loop in
            let driver = TaskDriver(machine, cell: cell, parser: parser, loop: loop, completion: completion)
            loop.drivers[id] = driver
            if cell.isCancelRequested {
                driver.feed(.cancel)
            } else {
                driver.feed(prepared.error.map { .reject($0) } ?? .start)
            }
        }
        return cell
    }

    private static func result<Value>(
        of outcome: TaskOutcome, value: Value?, failure: (any Error)?
    ) -> Result<Value, any Error> {
        switch outcome {
        case .cancelled: return .failure(CancellationError())
        case .failed(let error): return .failure(failure ?? error)
        case .succeeded:
            guard let value else { return .failure(CancellationError()) }
            return .success(value)
        }
    }
}
