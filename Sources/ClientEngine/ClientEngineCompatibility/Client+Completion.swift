import ClientEngine

extension Client {
    /// Starts a request and has a closure told what became of it; see ``RequestTask/complete(on:_:)``.
    @discardableResult
    public func start<Value>(
        _ request: some RequestConvertible<Value>, completingOn executor: CallbackExecutor? = nil,
        _ completion: @escaping @Sendable (TaskResult<Value>) -> Void
    ) -> RequestTask<Value> {
        let task = task(for: request)
        task.complete(on: executor, completion)
        task.resume()
        return task
    }

    /// Starts a request and has a closure told what became of it; see ``RequestTask/complete(on:_:)``.
    @discardableResult
    public func start(
        _ request: Request, completingOn executor: CallbackExecutor? = nil,
        _ completion: @escaping @Sendable (TaskResult<Response>) -> Void
    ) -> RequestTask<Response> {
        start(request.typedRequest, completingOn: executor, completion)
    }
}
