internal import EngineSupport
import Synchronization

/// Sends HTTP requests, and reports all their events.
///
/// A client performs all network operations with libcurl on one loop thread, or on as many as
/// ``ConnectionConfiguration/loopCount``. It is thread-safe, and its tasks continue after it is deallocated.
public final class Client: Sendable {
    /// The mocks that can answer requests instead of the network.
    public let mocks: MockStore
    let setup: Locked<ClientSetup>
    let interceptors: ClientInterceptors
    let backpressure: Backpressure
    let observers = TaskObservers()
    let connectionNumbers = ConnectionNumbers()
    private let lastID = Atomic(0)
    private let liveTasks = LiveTasks()

    /// Creates a client with a base for relative URLs.
    public convenience init(baseURL: String? = nil) {
        self.init(baseURL: baseURL) { _ in }
    }

    /// Creates a client with a base for relative URLs, and configures it.
    ///
    /// - Throws: Only errors of the closure.
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

    /// The configuration of the client; see ``reconfigure(_:)``.
    public var configuration: ClientConfiguration { settings.configuration }

    /// The settings for new tasks.
    var settings: ClientSettings { setup.withLock { $0.settings } }

    /// The cache, or `nil` if there is none.
    var cache: ResponseCache? { setup.withLock { $0.cache } }

    /// Removes all cached responses from memory and disk.
    ///
    /// It may wait for the disk.
    public func clearCache() { cache?.clear() }

    /// The loops for new tasks.
    var loops: LoopGroup { setup.withLock { $0.loops } }

    /// The first loop, for tasks without an origin.
    var loop: LoopThread { loops.first }

    /// Runs Swift tasks on the thread of the client's network operations, which avoids switching threads.
    ///
    /// Use it as a preference for tasks (SE-0417):
    ///
    /// ```swift
    /// let status = try await withTaskExecutorPreference(client.executor) { try await client.send(.get("status")) }
    /// ```
    ///
    /// If the client has several loops, this is the thread of the first one; see ``ConnectionConfiguration/loopCount``.
    ///
    /// While such a task runs, its loop does nothing else. Do not run long operations on it, or operations that block
    /// without `await`. The executor is thread-safe, and works after the client is deallocated. After
    /// ``reconfigure(_:)``, the client may have another one.
    public var executor: any TaskExecutor { loop }

    // MARK: - Sending

    /// Creates a task that starts when it is resumed, with the current configuration.
    ///
    /// If it is never resumed, it is cancelled when its last handle is released, and nothing is sent. The policy
    /// applies if a running task with the same type of value has the identifier of the request.
    public func task<Value>(
        for request: some RequestConvertible<Value>, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        task(for: request, from: .composed, existing: policy)
    }

    // Other modules call this method, and would otherwise use unspecialized code. Most tasks return responses.

    /// Creates a task whose record contains the provenance of its request; see
    /// ``task(for:existing:)->RequestTask<Value>``.
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
    /// The policy applies if a running task with the same type of value has the identifier of the request.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        start(request, from: .composed, existing: policy)
    }

    /// Starts a request whose record contains its provenance; see ``start(_:existing:)->RequestTask<Value>``.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, from provenance: Provenance,
        existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Value> {
        let task = task(for: request, from: provenance, existing: policy)
        task.resume()
        return task
    }

    /// Sends a request, and returns its value: the complete ``Response``, with any status, or the result of a
    /// ``TypedRequest``.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    ///
    /// - Throws: `CancellationError`, ``ClientError``, or the error of parsing.
    public func send<Value>(_ request: some RequestConvertible<Value>) async throws -> Value {
        try await value(of: request.typedRequest)
    }

    /// Returns the running task whose request has the identifier, if its value has the type.
    public func liveTask<Value>(
        identifiedBy identifier: String, of type: Value.Type = Response.self
    ) -> RequestTask<Value>? {
        liveTasks.task(identifier)
    }

    // MARK: - Observing

    /// Calls a closure with every event, for as long as the observation exists.
    ///
    /// The events of each task are in order. The observer is called on the thread of the event, usually that of a loop,
    /// and must return at once. Events of different tasks may be reported on several threads at the same time.
    public func observe(_ observer: @escaping @Sendable (Event) -> Void) -> Observation {
        observers.hub.observe { $0.forEach(observer) }
    }

    /// Calls a closure with batches of events, for as long as the observation exists.
    ///
    /// The events of each task are in order. A batch contains the events of all tasks in one turn of a loop. An
    /// observer that passes events to another thread therefore does so once for each batch. The observer is called like
    /// that of ``observe(_:)``.
    public func observeBatches(_ observer: @escaping @Sendable (EventBatch) -> Void) -> Observation {
        observers.hub.observe(observer)
    }

    /// Calls a closure with the tasks that ended in a turn of a loop, for as long as the observation exists.
    ///
    /// This is cheaper than observing all events. The observer is called like that of ``observe(_:)``.
    public func observeEnds(_ observer: @escaping @Sendable ([EndedTask]) -> Void) -> Observation {
        observers.hub.observeEnds(observer)
    }

    /// The number of tasks that the client has created, which is the identifier of the newest one.
    public var taskCount: Int { lastID.load(ordering: .relaxed) }

    /// Returns all events after the start of the iteration.
    ///
    /// The policy applies to a reader that is 4,096 events late.
    public func events(_ policy: Events.Policy = .droppingOldest) -> Events {
        Events(hub: observers.hub, backpressure: policy == .lossless ? backpressure : nil)
    }

    /// The number of tasks with a running attempt: the current number and all changes.
    ///
    /// An attempt lasts from its start to its last byte, including the phase `queue`. Tasks that wait for their next
    /// attempt, or that parse a response, do not count. An observer receives nothing until the number is first greater
    /// than zero.
    public var activity: LatestValues<Int> { observers.activity.counts }

    /// The sum of ``activity`` over all clients of the process: the current number and all changes.
    ///
    /// A program can use it for an activity indicator.
    public static var totalActivity: LatestValues<Int> { Activity.all.counts }

    /// Calls a closure at the end of every attempt, including retries, before a completion on the same executor.
    ///
    /// Tasks created while there is no closure are never reported. Another closure replaces the previous one for all
    /// reported tasks. After `nil`, they are no longer reported.
    public func onAttempt(
        on executor: CallbackExecutor = .anywhere,
        _ handler: (@Sendable (TaskRecord, AttemptRecord) -> Void)?
    ) {
        metrics = handler.map { MetricsCallback(on: executor, $0) }
    }

    /// The callback for the end of every attempt.
    var metrics: MetricsCallback? {
        get { observers.metrics.callback }
        set { observers.metrics.callback = newValue }
    }

    // MARK: - Inside

    /// Sends a request without a handle.
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

    /// Begins a task at once, without a handle.
    func begin(
        _ original: Request, sending request: Request, _ reading: CopyOnWriteBox<ResponseReading>,
        receiver: (any BodyReceiver)? = nil
    ) -> (TaskCore, ResponsePipeline) {
        let pipeline = ResponsePipeline(original, reading, interceptors, receiver: receiver)
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

    /// Creates a task for an operation that the caller has prepared.
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
        // Another thread may have been first. The new task then ends before anything is sent.
        let other = request.identifier.flatMap { liveTasks.enter(core, pipeline, as: $0, existing: policy) }
        if other != nil { core.cancel() }
        let (live, work) = other ?? (core, pipeline)
        return RequestTask(live, work)
    }

    /// Skips the next `count` task numbers, for tasks of other sources that a program shows together with those of the
    /// client.
    public func skipTaskNumbers(_ count: Int) { lastID.add(count, ordering: .relaxed) }

    /// Creates the record of a task, and chooses its loop.
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

    /// Creates the record of a task that another component runs and has started earlier.
    func core(_ origin: TaskOrigin, created: Instant) -> TaskCore {
        let setup = setup.withLock { $0 }
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        let options = setup.settings.options(of: origin.request, at: nil)
        return TaskCore(
            id: id, origin, options, setup.settings, on: setup.loops.first, observers, created: created)
    }
}
