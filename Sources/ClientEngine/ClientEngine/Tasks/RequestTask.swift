/// A request in progress: observe its state, cancel or retry it, and wait for its value.
///
/// All members may be used from any thread. A task that was resumed continues when its handle is released. A task that
/// was never resumed is then cancelled.
public final class RequestTask<Value: Sendable>: Sendable {
    let core: TaskCore
    private let pipeline: ResponsePipeline

    init(_ core: TaskCore, _ pipeline: ResponsePipeline) {
        self.core = core
        self.pipeline = pipeline
        core.hold()
    }

    deinit {
        core.letGo()
    }

    /// The identifier of the task within its client, from 1.
    public var id: Int { core.id }

    /// The current record of the task.
    public var record: TaskRecord { core.snapshot }

    /// The states of the task, from now until its end.
    ///
    /// A slow reader sees the newest state, and may miss earlier ones.
    public var states: LatestValues<TaskState> { core.states.values }

    /// The progress of both bodies, from now until the end.
    ///
    /// A slow reader sees the newest progress, and may miss earlier values. A redirect and a new attempt restart at
    /// zero.
    public var progress: LatestValues<TaskProgress> { core.progress.values }

    /// The value of the task.
    ///
    /// Cancelling the Swift task that waits for it cancels the request. All others that wait for the request are then
    /// also cancelled; see ``detachedValue``.
    ///
    /// - Throws: `CancellationError` if the request was cancelled, ``ClientError`` if there is no complete response, or
    ///   the error of parsing the response.
    public var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await detachedValue
            } onCancel: {
                cancel()
            }
        }
    }

    /// The value of the task.
    ///
    /// Cancelling the Swift task that waits for it does not affect the request. That Swift task waits until the request
    /// ends.
    ///
    /// - Throws: The same errors as ``value``.
    public var detachedValue: Value {
        get async throws { typedValue(try await pipeline.result.get()) }
    }

    /// The result of the task.
    ///
    /// Waiting for it is like waiting for ``detachedValue``.
    public var result: TaskResult<Value> {
        get async { await pipeline.result.typed() }
    }

    /// Calls a closure with the result of the task: once, on an executor, where the closure is also released.
    ///
    /// If `executor` is `nil`, it is ``RequestOptions/completionExecutor``. The task gets its final state on that
    /// executor, immediately before the call. Cancelling the task on a serial executor before the call therefore always
    /// succeeds, even if the response has already been parsed. A second closure replaces the first one, which is
    /// released without a call. A closure that is set after the end of the task is also called.
    @_disfavoredOverload
    public func onCompletion(
        on executor: CallbackExecutor? = nil, _ completion: @escaping @Sendable (TaskResult<Value>) -> Void
    ) {
        pipeline.complete(
            CompletionHandler(on: executor ?? core.options.completionExecutor) { completion($0.typed()) })
    }

    /// Calls a closure with the result of the task: once, on the main actor.
    ///
    /// The closure may use state that is isolated to the main actor. Otherwise it is treated as a closure with an
    /// executor.
    public func onCompletion(
        on executor: MainActorExecutor,
        _ completion: @escaping @MainActor @Sendable (TaskResult<Value>) -> Void
    ) {
        onCompletion(on: CallbackExecutor.mainActor) { result in
            MainActor.assumeIsolated { completion(result) }
        }
    }

    /// Starts a task that was created without starting it.
    ///
    /// A second call does nothing.
    public func resume() { core.resume() }

    /// Cancels the task in any phase.
    ///
    /// A task that has ended does not change. A task that was never resumed ends without sending anything. After this
    /// method has returned, no interceptor, authenticator, retry judge, mock or parser is called for the task any more.
    /// The Swift tasks of calls in progress are cancelled.
    ///
    /// If `notifying` is `true`, the completion receives the cancellation. If it is `false`, the completion is not
    /// called any more when this method returns, and is released on its executor; only a call that has already started
    /// on another thread continues. In both cases, the states, the events and the record report the end, and tasks that
    /// wait for ``value`` or ``result`` receive the cancellation.
    public func cancel(notifying: Bool = true) {
        if !notifying { pipeline.silence() }
        core.cancel()
    }

    /// Ends the wait before the next attempt.
    ///
    /// If the task is not waiting, the method does nothing.
    public func retryNow() { core.send(.retryNow) }

    /// Prevents further attempts.
    ///
    /// The outcome of the current or the last attempt becomes that of the task.
    public func giveUp() { core.send(.giveUp) }

    /// The priority of the task.
    ///
    /// A change also applies to its retries. Changing the priority of a task that waits for admission moves it to the
    /// end of the queue of the new priority.
    public var priority: Request.Priority {
        get { core.priority }
        set { core.setPriority(newValue) }
    }

    /// Cancels the task and creates it again.
    ///
    /// The new task takes over the completion, unless it was called.
    func remade(by client: Client) -> RequestTask<Value> {
        let completion = pipeline.detachCompletion()
        cancel()
        let provenance = Provenance(.resend, resendOf: id)
        let typed = TypedRequest<Value>(pipeline.request, pipeline.reading)
        let task = client.task(for: typed, from: provenance)
        if let completion { task.pipeline.complete(completion) }
        return task
    }
}
