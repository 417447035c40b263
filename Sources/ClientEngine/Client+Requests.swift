// The verbs for plain requests, which only hand them on: written for `Request`, they let Swift find what is written with a
// leading dot, and check what is chained to it, closures and all.

extension Client {
    /// Makes a task that begins when it is resumed; see ``task(for:from:if:)``.
    public func task(
        for request: Request, from provenance: Provenance = .composed, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        task(for: request.typedRequest, from: provenance, if: live)
    }

    /// Starts a request and returns at once; see ``start(_:from:if:)``.
    @discardableResult
    public func start(
        _ request: Request, from provenance: Provenance = .composed, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        start(request.typedRequest, from: provenance, if: live)
    }

    /// Starts a request and has a closure told what became of it; see ``RequestTask/complete(on:_:)``.
    @discardableResult
    public func start(
        _ request: Request, from provenance: Provenance = .composed,
        completingOn executor: CallbackExecutor? = nil,
        _ completion: @escaping @Sendable (TaskResult<Response>) -> Void
    ) -> RequestTask<Response> {
        start(request.typedRequest, from: provenance, completingOn: executor, completion)
    }

    /// Sends a request and waits for its complete response, whatever its status.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError` or ``ClientError``.
    public func send(_ request: Request) async throws -> Response {
        try await start(request).valueOrCancel
    }

    /// Sends a request and blocks the calling thread until its complete response is there; see ``sendAndWait(_:waiting:)``.
    @available(*, noasync, message: "use send(_:), which blocks no thread")
    public func sendAndWait(_ request: Request, waiting: Waiting = Waiting()) throws -> Response {
        try sendAndWait(request.typedRequest, waiting: waiting)
    }
}
