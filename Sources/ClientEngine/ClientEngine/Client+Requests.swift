// The verbs for plain requests, which only hand them on: written for `Request`, they let Swift find what is written with a
// leading dot, and check what is chained to it, closures and all.

extension Client {
    /// Makes a task that begins when it is resumed; see ``task(for:existing:)``.
    public func task(
        for request: Request, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Response> {
        task(for: request.typedRequest, existing: policy)
    }

    /// Starts a request and returns at once; see ``start(_:existing:)``.
    @discardableResult
    public func start(
        _ request: Request, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Response> {
        start(request.typedRequest, existing: policy)
    }

    /// Sends a request and waits for its complete response, whatever its status.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError` or ``ClientError``.
    public func send(_ request: Request) async throws -> Response {
        try await value(of: request.typedRequest)
    }
}
