internal import EngineSupport
import Synchronization

/// Runs HTTP requests, and tells everything that happens to them.
///
/// One loop thread per client does all the network's work through libcurl, or as many as ``ConnectionConfiguration/loopCount``
/// asks for. A client may be used from any thread; its tasks continue when it is deallocated.
public final class Client: Sendable {
    /// The rules that answer instead of the network.
    public let mocks: MockStore
    let setup: Locked<ClientSetup>
    let interceptors: ClientInterceptors
    let backpressure: Backpressure
    let observers = TaskObservers()
    let connectionNumbers = ConnectionNumbers()
    private let lastID = Atomic(0)
    private let liveTasks = LiveTasks()

    /// Creates a client that resolves relative URLs against a base.
    public convenience init(baseURL: String? = nil) {
        self.init(baseURL: baseURL) { _ in }
    }

    /// Creates a client and sets how it behaves.
    ///
    /// - Throws: What the closure throws; nothing where it does not.
    public init<Failure: Error>(
        baseURL: String? = nil, _ configure: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) {
        var configuration = ClientConfiguration()
        configuration.baseURL = baseURL
        try configure(&configuration)
        let settings = ClientSettings(configuration)
        mocks = MockStore(base: settings.urls.base, random: configuration.random)
        let cache = ResponseCache(configuration.cache)
        backpressure = Backpressure(patience: configuration.eventPatience)
        let loops = LoopGroup(
            SharedParts(
                configuration, mocks: mocks, cache: cache, hub: observers.hub, backpressure: backpressure,
                connectionNumbers: connectionNumbers))
        setup = Locked(ClientSetup(settings: settings, loops: loops, cache: cache))
        interceptors = ClientInterceptors(configuration.interceptors)
        serveRefreshes(of: loops)
    }

    /// The client's configuration; see ``reconfigure(_:)``.
    public var configuration: ClientConfiguration { settings.configuration }

    /// The settings that new tasks share.
    var settings: ClientSettings { setup.withLock { $0.settings } }

    /// The answers that are kept; nil where none are.
    var cache: ResponseCache? { setup.withLock { $0.cache } }

    /// Forgets every answer that is kept, in memory and on disk; on disk it may wait for it.
    public func clearCache() { cache?.clear() }

    /// The loops that run new tasks.
    var loops: LoopGroup { setup.withLock { $0.loops } }

    /// The first of them, which runs what belongs to no origin.
    var loop: LoopThread { loops.first }

    /// Runs tasks of Swift on the thread that does the client's network work, which spares them the way there and back.
    ///
    /// It is a preference of tasks (SE-0417):
    ///
    /// ```swift
    /// let status = try await withTaskExecutorPreference(client.executor) { try await client.send(.get("status")) }
    /// ```
    ///
    /// Where the client has several loops, it is the thread of the first one; see ``ConnectionConfiguration/loopCount``.
    ///
    /// While such a task runs, its loop does nothing else: work that takes long, or waits other than with `await`, belongs
    /// elsewhere. The executor may be used from any thread and continues to work after the client is deallocated. After
    /// ``reconfigure(_:)`` the client may have another one.
    public var executor: any TaskExecutor { loop }

    // MARK: - Sending

    /// Makes a task that begins when it is resumed, with the configuration of now.
    ///
    /// If it never is, it ends cancelled when its last handle is released, and nothing is sent. The policy holds
    /// where a live task with a value of this type has the identifier of the request.
    public func task<Value>(
        for request: some RequestConvertible<Value>, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        task(for: request, from: .composed, existing: policy)
    }

    // Other modules call it, and would run code for any type. Most tasks are for responses.

    /// Makes a task whose record states the provenance of its request; see ``task(for:existing:)->RequestTask<Value>``.
    @_specialize(where Sent == Request)
    public func task<Sent: RequestConvertible>(
        for request: Sent, from provenance: Provenance, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Sent.Value> {
        let typed = request.typedRequest
        return task(
            of: ResponsePipeline(typed.request, typed.reading, interceptors), sending: typed.sent,
            from: provenance, existing: policy)
    }

    /// Starts a request and returns at once.
    ///
    /// The policy holds where a live task with a value of this type has the identifier of the request.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        start(request, from: .composed, existing: policy)
    }

    /// Starts a request whose record states its provenance; see ``start(_:existing:)->RequestTask<Value>``.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, from provenance: Provenance,
        existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        let task = task(for: request, from: provenance, existing: policy)
        task.resume()
        return task
    }

    /// Sends a request and waits for its value: the complete ``Response``, whatever its status, or what a ``TypedRequest``
    /// makes of it.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError`, ``ClientError``, or what parsing threw.
    public func send<Value>(_ request: some RequestConvertible<Value>) async throws -> Value {
        try await value(of: request.typedRequest)
    }

    /// The live task whose request has this identifier, if its value is of this type.
    public func liveTask<Value>(
        identifiedBy identifier: String, of type: Value.Type = Response.self
    ) -> RequestTask<Value>? {
        liveTasks.task(identifier)
    }

    // MARK: - Observing

    /// Calls a closure with every event, those of each task in order, for as long as the observation is held.
    ///
    /// The observer is called on the thread the event happens on, mostly a loop's, and must return at once. Events of several tasks
    /// may be reported on several threads at the same time.
    public func observe(_ observer: @escaping @Sendable (Event) -> Void) -> Observation {
        observers.hub.observe { $0.forEach(observer) }
    }

    /// Calls a closure with every event, those of each task in order, in batches, for as long as the observation is held.
    ///
    /// A batch holds the events of one turn of a loop of the client, of any of its tasks. An observer that passes events to another thread
    /// does that once a batch. The observer is called as that of ``observe(_:)``.
    public func observeBatches(_ observer: @escaping @Sendable (EventBatch) -> Void) -> Observation {
        observers.hub.observe(observer)
    }

    /// Calls a closure with the tasks that ended in a turn of a loop, for as long as the observation is held.
    ///
    /// It costs less than to observe all events. The observer is called as that of ``observe(_:)``.
    public func observeEnds(_ observer: @escaping @Sendable ([EndedTask]) -> Void) -> Observation {
        observers.hub.observeEnds(observer)
    }

    /// The number of tasks that the client has created, which is the number of the newest one.
    public var taskCount: Int { lastID.load(ordering: .relaxed) }

    /// Returns every event from when iteration begins; the policy decides for a reader that is 4,096 events behind.
    public func events(_ policy: Events.Policy = .droppingOldest) -> Events {
        Events(hub: observers.hub, backpressure: policy == .lossless ? backpressure : nil)
    }

    /// The number of tasks whose attempt is under way, from its start to the last byte: now, and each change.
    ///
    /// An attempt that waits in the phase `queue` for its turn counts. A task that waits for its next attempt does not, nor does
    /// one whose response is parsed.
    /// An observer that comes while nothing is under way has nothing to show, and is told nothing until something is.
    public var activity: LatestValues<Int> { observers.activity.counts }

    /// The sum of ``activity`` over all clients of the process, for the one light that shows whether anything is under way: now,
    /// and each change.
    public static var totalActivity: LatestValues<Int> { Activity.all.counts }

    /// Reports every attempt to a closure when it is over, retries included, before a completion on the same executor.
    ///
    /// Tasks that were made while there was no closure stay untold. Another closure takes the place of the one before for all
    /// that were told of; after nil they stay untold.
    public func onAttempt(
        on executor: CallbackExecutor = .anywhere,
        _ handler: (@Sendable (TaskRecord, AttemptRecord) -> Void)?
    ) {
        metrics = handler.map { MetricsCallback(on: executor, $0) }
    }

    /// The callback that hears of every attempt when it is over.
    var metrics: MetricsCallback? {
        get { observers.metrics.callback }
        set { observers.metrics.callback = newValue }
    }

    // MARK: - Inside

    /// Sends a request that nobody holds a handle of.
    func value<Value>(of typed: TypedRequest<Value>) async throws -> Value {
        typedValue(try await value(of: typed.request, sending: typed.sent, typed.reading))
    }

    private func value(
        of request: Request, sending sent: Request, _ reading: CopyOnWriteBox<ResponseReading>
    ) async throws -> any Sendable {
        let (core, pipeline) = begin(request, sending: sent, reading)
        return try await withTaskCancellationHandler {
            try await pipeline.result.get()
        } onCancel: {
            core.cancel()
        }
    }

    private func begin(
        _ original: Request, sending request: Request, _ reading: CopyOnWriteBox<ResponseReading>
    ) -> (TaskCore, ResponsePipeline) {
        let pipeline = ResponsePipeline(original, reading, interceptors)
        let (core, prepared, loop) = core(request, from: .composed)
        if let identifier = request.identifier {
            liveTasks.enter(core, pipeline, as: identifier)
        }
        core.start(.sending(prepared, core, pipeline), on: loop)
        return (core, pipeline)
    }

    /// Has loops start the requests with which they refresh the cache.
    func serveRefreshes(of loops: LoopGroup) {
        loops.enqueueOnAll { [weak self] loop in
            loop.onRefresh = { self?.start($0, from: Provenance(.resend, resendOf: $1)) }
        }
    }

    /// Makes a task of work that somebody else has put together.
    func task<Value>(
        of pipeline: ResponsePipeline, sending request: Request, from provenance: Provenance,
        existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        if policy == .reuse, let task: RequestTask<Value> = request.identifier.flatMap({ liveTasks.task($0) })
        {
            return task
        }
        let (core, prepared, _) = core(request, from: provenance)
        core.suspend(.sending(prepared, core, pipeline))
        // Somebody else may have been quicker; the own task then ends before anything of it is sent.
        let other = request.identifier.flatMap { liveTasks.enter(core, pipeline, as: $0, existing: policy) }
        if other != nil { core.cancel() }
        let (live, work) = other ?? (core, pipeline)
        return RequestTask(live, work)
    }

    /// Skips the next `count` task numbers, for tasks of other sources that a program shows beside those of the client.
    public func skipTaskNumbers(_ count: Int) { lastID.add(count, ordering: .relaxed) }

    /// Begins the record of a task, and chooses its loop.
    func core(
        _ request: Request, from provenance: Provenance
    ) -> (TaskCore, PreparedRequest, LoopThread) {
        let setup = setup.withLock { $0 }
        let settings = setup.settings
        let prepared = settings.prepare(request)
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        let origin = prepared.origin(from: provenance, at: settings.time.date())
        let loop = setup.loops.loop(for: prepared.url)
        let core = TaskCore(
            id: id, origin, prepared.settings.options, settings, on: loop, observers)
        return (core, prepared, loop)
    }

    /// Begins the record of a task that somebody else runs, and began then.
    func core(_ origin: TaskOrigin, created: Instant) -> TaskCore {
        let setup = setup.withLock { $0 }
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        let options = setup.settings.options(of: origin.request, at: nil)
        return TaskCore(
            id: id, origin, options, setup.settings, on: setup.loops.first, observers, created: created)
    }
}
