import ClientEngine

extension Client {
    /// Starts a request and calls a closure with its result; see `RequestTask.onCompletion(on:_:)`.
    @discardableResult
    @_disfavoredOverload
    public func start<Value>(
        _ request: some RequestConvertible<Value>, completingOn executor: CallbackExecutor? = nil,
        _ completion: @escaping @Sendable (TaskResult<Value>) -> Void
    ) -> RequestTask<Value> {
        let task = task(for: request)
        task.onCompletion(on: executor, completion)
        task.resume()
        return task
    }

    /// Starts a request and calls a closure on the main actor with its result; see `RequestTask.onCompletion(on:_:)`.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, completingOn executor: MainActorExecutor,
        _ completion: @escaping @MainActor @Sendable (TaskResult<Value>) -> Void
    ) -> RequestTask<Value> {
        let task = task(for: request)
        task.onCompletion(on: executor, completion)
        task.resume()
        return task
    }

    /// Starts a request and calls a closure with its result; see `RequestTask.onCompletion(on:_:)`.
    @discardableResult
    @_disfavoredOverload
    public func start(
        _ request: Request, completingOn executor: CallbackExecutor? = nil,
        _ completion: @escaping @Sendable (TaskResult<Response>) -> Void
    ) -> RequestTask<Response> {
        start(request.typedRequest, completingOn: executor, completion)
    }

    /// Starts a request and calls a closure on the main actor with its result; see `RequestTask.onCompletion(on:_:)`.
    @discardableResult
    public func start(
        _ request: Request, completingOn executor: MainActorExecutor,
        _ completion: @escaping @MainActor @Sendable (TaskResult<Response>) -> Void
    ) -> RequestTask<Response> {
        start(request.typedRequest, completingOn: executor, completion)
    }
}
