/// One thing somebody asked for: watch it, steer it, wait for it.
///
/// All members may be used from any thread. A task that was resumed goes on when its handle is let go; one that never was is
/// cancelled then.
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

    /// The task's number within its client, from 1.
    public var id: Int { core.id }

    /// Everything known about the task now.
    public var record: TaskRecord { core.snapshot }

    /// The states of the task, from now to its end; a slow reader sees the newest and may miss those before.
    public var states: LatestValues<TaskState> { core.states.values }

    /// The progress of both bodies, from now to the end; a slow reader sees the newest and may miss those before.
    ///
    /// A redirect, and a new attempt, begin again at nothing.
    public var progress: LatestValues<TaskProgress> { core.progress.values }

    /// The value of the task: cancelling the Swift task that waits for it cancels the request.
    ///
    /// Everything else that waits for the task then gets the cancellation; see ``detachedValue``.
    /// - Throws: `CancellationError` when it was cancelled, ``ClientError`` when there is no complete response, or what
    ///   parsing the response threw.
    public var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await detachedValue
            } onCancel: {
                cancel()
            }
        }
    }

    /// The value of the task: cancelling the Swift task that waits for it leaves the request alone.
    ///
    /// That Swift task then waits until the request ends.
    /// - Throws: As ``value``.
    public var detachedValue: Value {
        get async throws { typedValue(try await pipeline.result.get()) }
    }

    /// The result of the task, waited for as ``detachedValue`` is.
    public var result: TaskResult<Value> {
        get async { await pipeline.result.typed() }
    }

    /// Calls a closure with the result of the task: once, on its executor, where it is let go too.
    ///
    /// Without an executor it is the client's, ``RequestOptions/completionExecutor``.
    ///
    /// The task gets its final state on that executor, immediately before. So one that is cancelled from there, before the
    /// closure is called, is cancelled, even where its response was parsed already. A second closure takes the place
    /// of the first, which is let go uncalled; where the task is over, it is told so all the same.
    @_disfavoredOverload
    public func onCompletion(
        on executor: CallbackExecutor? = nil, _ completion: @escaping @Sendable (TaskResult<Value>) -> Void
    ) {
        pipeline.complete(
            CompletionHandler(on: executor ?? core.options.completionExecutor) { completion($0.typed()) })
    }

    /// Calls a closure of the main actor with the result of the task: once, on the main actor.
    ///
    /// The closure may use what is isolated to the main actor. Apart from that it is called as that of an executor is.
    public func onCompletion(
        on executor: MainActorExecutor,
        _ completion: @escaping @MainActor @Sendable (TaskResult<Value>) -> Void
    ) {
        onCompletion(on: CallbackExecutor.mainActor) { result in
            MainActor.assumeIsolated { completion(result) }
        }
    }

    /// Begins a task that was made to be started later; does nothing the second time.
    public func resume() { core.resume() }

    /// Ends the task in whatever phase it is; a task that is over stays as it is.
    ///
    /// A task that was never resumed ends without anything being sent. Once this has returned, nobody is asked or called for
    /// the task any more, interceptors, authenticators, judges of retries, mocks and parsing included: what has not begun does not
    /// begin, and the Swift task of what has is cancelled.
    ///
    /// With `notifying` its completion hears of it like everybody else. Without, the completion is not called any more, by
    /// the time this returns, and is let go on its executor; one whose call has begun on another thread cannot be taken
    /// back. States, events and the record tell of the end as ever, and whoever waits for ``value`` or ``result`` gets
    /// the cancellation.
    public func cancel(notifying: Bool = true) {
        if !notifying { pipeline.silence() }
        core.cancel()
    }

    /// Ends the wait before the next attempt; does nothing while the task is not waiting.
    public func retryNow() { core.send(.retryNow) }

    /// Makes no further attempt: the attempt under way, or the last one, decides.
    public func giveUp() { core.send(.giveUp) }

    /// The priority of the task; a change is kept over its retries.
    ///
    /// While it waits to go onto the network it goes to the end of its new line.
    public var priority: Request.Priority {
        get { core.priority }
        set { core.setPriority(newValue) }
    }

    /// Cancels the task and makes it once more; its completion, if it was not called, is the new one's from then on.
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
